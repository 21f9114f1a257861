import { isDeepStrictEqual } from 'node:util'
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  stringify,
  type YAMLMap,
} from 'yaml'
import { isTooDeep } from '#kit/is-too-deep.ts'
import { joinTaskFile, splitTaskFile } from './split-task-file.ts'

export type FieldValue = string | number | boolean | null | readonly string[]

export type EditedText =
  | { readonly kind: 'edited'; readonly text: string }
  /** Why keel leaves the file to whoever wrote it so. */
  | { readonly kind: 'unfit'; readonly reason: string }

/**
 * Sets fields in the front matter of a task’s file and leaves every other byte of it alone: a field that is there keeps its
 * place and its comment, one that is not is added below the others. What comes out is read again before anybody writes it.
 */
export function editTaskText(text: string, changes: Readonly<Record<string, FieldValue>>): EditedText {
  const parts = splitTaskFile(text)
  if (parts === null) return unfit('it has no front matter')
  let head = parts.head
  for (const [key, value] of Object.entries(changes)) {
    const edited = setField(head, { key, value, newline: parts.newline })
    if (edited === null) return unfit(`its ${key} is written in a way that keel does not change`)
    head = edited
  }
  return { kind: 'edited', text: joinTaskFile({ ...parts, head }) }
}

function unfit(reason: string): EditedText {
  return { kind: 'unfit', reason }
}

type Setting = { readonly key: string; readonly value: FieldValue; readonly newline: string }

/** Null where the result would say anything else beside. */
function setField(head: string, setting: Setting): string | null {
  if (isTooDeep(head)) return null
  const document = parseDocument(head, { logLevel: 'error' })
  const before = fieldsOf(document)
  if (before === null) return null
  const { key, value } = setting
  if (Object.hasOwn(before, key) && isDeepStrictEqual(before[key], value)) return head
  const edited = placeValue(head, { ...setting, document })
  const after = fieldsOf(parseDocument(edited, { logLevel: 'error' }))
  const expected = { ...before, [key]: value }
  const isAsMeant = isDeepStrictEqual(after, expected) && after !== null
  return isAsMeant && Object.keys(after).join() === Object.keys(expected).join() ? edited : null
}

function fieldsOf(document: Document): Record<string, unknown> | null {
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents))) return null
  try {
    return (document.toJS() as Record<string, unknown> | null) ?? {}
  } catch {
    // Names that stand for one another without end.
    return null
  }
}

function placeValue(
  head: string,
  { document, key, value, newline }: Setting & { document: Document },
): string {
  const map = isMap(document.contents) ? document.contents : null
  const pair = map?.items.find((item) => isScalar(item.key) && item.key.value === key)
  if (map?.flow === true) return placeInFlow(head, { map, pair, key, value })
  const spelled = spell(value)
  if (pair === undefined) {
    const whole = head === '' || head.endsWith('\n') ? head : `${head}${newline}`
    return `${whole}${indentOf(head, map)}${key}: ${spelled}${newline}`
  }
  const range = rangeOf(head, pair)
  if (range === null) return head
  const { keyEnd, start, end } = range
  const put = (from: number, words: string) => head.slice(0, from) + words + head.slice(end)
  if (isSeq(pair.value) && pair.value.flow !== true) {
    const column = start - (head.lastIndexOf('\n', start - 1) + 1)
    const items = Array.isArray(value) ? value.map((item) => `- ${spell(item)}`) : []
    if (items.length > 0) return put(start, items.join(newline + ' '.repeat(column)))
    return put(head.indexOf(':', keyEnd) + 1, ` ${spelled}`)
  }
  return put(start, head[start - 1] === ':' ? ` ${spelled}` : spelled)
}

type InFlow = Pick<Setting, 'key' | 'value'> & { readonly map: YAMLMap; readonly pair: Pair | undefined }

/** Between braces, where commas and brackets mean something: what is no plain word stands in quotes. */
function placeInFlow(head: string, { map, pair, key, value }: InFlow): string {
  const spelled =
    typeof value === 'string' && !/^[A-Za-z][\w-]*$/.test(value) ? JSON.stringify(value) : spell(value)
  const own = pair === undefined ? null : rangeOf(head, pair)
  if (own !== null) return head.slice(0, own.start) + spelled + head.slice(own.end)
  const last = map.items.at(-1)
  const before = last === undefined ? null : rangeOf(head, last)
  const brace = rangeIn(map)?.[0] ?? 0
  const at = last === undefined ? brace + 1 : (before?.end ?? null)
  if (pair !== undefined || at === null) return head
  return `${head.slice(0, at)}${last === undefined ? '' : ', '}${key}: ${spelled}${head.slice(at)}`
}

/** Where the key ends, and where its value stands, without the line end that belongs to what is written in a block. */
function rangeOf(head: string, { key, value }: Pair): { keyEnd: number; start: number; end: number } | null {
  const keyRange = rangeIn(key)
  const valueRange = rangeIn(value)
  if (keyRange === null || valueRange === null) return null
  const [start, last] = valueRange
  const end = start + head.slice(start, last).trimEnd().length
  return { keyEnd: keyRange[1], start, end }
}

function rangeIn(node: unknown): readonly [number, number, number] | null {
  if (typeof node !== 'object' || node === null || !('range' in node)) return null
  return (node.range as [number, number, number] | null | undefined) ?? null
}

/** On one line, in quotes where it needs them. */
function spell(value: FieldValue): string {
  if (typeof value === 'string' && /[\r\n]/.test(value)) return JSON.stringify(value)
  return stringify(value, { lineWidth: 0, collectionStyle: 'flow', flowCollectionPadding: false }).trimEnd()
}

/** All fields may stand further in. */
function indentOf(head: string, map: YAMLMap | null): string {
  const first = rangeIn(map?.items[0]?.key)?.[0] ?? 0
  const spaces = head.slice(head.lastIndexOf('\n', first - 1) + 1, first)
  return spaces.trim() === '' ? spaces : ''
}
