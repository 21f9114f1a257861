import { editTaskText, type FieldValue } from '../edit-task-text.ts'
import { readFields } from '../parse-task.ts'
import { splitTaskFile } from '../split-task-file.ts'

/** A text of a tracker, and the fields in its block. */
export type BlockText = {
  readonly fields: Readonly<Record<string, unknown>>
  /** The text without the block. */
  readonly prose: string
}

/**
 * Fields that a tracker has no place for stand in its text, in a block of code of the language `keel`, as YAML. Answers with a
 * sentence without a subject where the block cannot be read.
 */
export function readBlock(text: string): BlockText | string {
  const place = findBlock(text)
  if (place === null) return { fields: {}, prose: text.trim() }
  const fields = readFields(place.yaml)
  if (typeof fields === 'string') return `has a keel block that ${fields}`
  return { fields, prose: joinProse(text, place).trim() }
}

function joinProse(text: string, { start, end }: Place): string {
  return [text.slice(0, start).trimEnd(), text.slice(end).trim()].filter((part) => part !== '').join('\n\n')
}

/** No field that is left has anything in it, and nobody has written a word beside them. */
function saysNothing(yaml: string, fields: Readonly<Record<string, unknown>>): boolean {
  return !yaml.includes('#') && Object.values(fields).every((value) => isNothing(value as FieldValue))
}

/** The same text with fields set in its block, which is added at the end where there is none, and goes when it says nothing any more. Null where that cannot be done. */
export function setInBlock(text: string, changes: Readonly<Record<string, FieldValue>>): string | null {
  const place = findBlock(text)
  const yaml = place?.yaml ?? ''
  const known = readFields(yaml)
  if (typeof known === 'string') return null
  const wanted = Object.entries(changes).filter(([key, value]) => !isNothing(value) || key in known)
  if (wanted.length === 0) return text
  if (place !== null && saysNothing(yaml, { ...known, ...Object.fromEntries(wanted) }))
    return joinProse(text, place)
  const edited = editTaskText(`---\n${yaml}---\n`, Object.fromEntries(wanted))
  const head = edited.kind === 'edited' ? splitTaskFile(edited.text)?.head : undefined
  if (head === undefined) return null
  if (place !== null) return text.slice(0, place.yamlStart) + head + text.slice(place.yamlEnd)
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = text === '' ? '' : text.endsWith('\n') ? newline : newline + newline
  return `${text}${gap}\`\`\`keel${newline}${head.replaceAll(/\r?\n/g, newline)}\`\`\`${newline}`
}

/** Another prose, the block as it is. */
export function setProse(text: string, prose: string): string {
  const place = findBlock(text)
  if (place === null) return prose
  return `${prose === '' ? '' : `${prose}\n\n`}${text.slice(place.start, place.end).trimEnd()}\n`
}

export function isNothing(value: FieldValue): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0)
}

type Place = {
  readonly start: number
  readonly end: number
  readonly yamlStart: number
  readonly yamlEnd: number
  readonly yaml: string
}

/** The first such block. One inside another block of code is an example. */
function findBlock(text: string): Place | null {
  let fence: { mark: string; start: number; yamlStart: number; isOurs: boolean } | null = null
  let at = 0
  for (const line of text.split(/(?<=\n)/)) {
    const [, mark = '', language = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*(.*?)\s*$/.exec(line) ?? []
    const next = at + line.length
    if (fence === null && mark !== '')
      fence = { mark, start: at, yamlStart: next, isOurs: language === 'keel' }
    else if (fence !== null && mark.startsWith(fence.mark) && language === '') {
      const { start, yamlStart, isOurs } = fence
      if (isOurs) return { start, end: next, yamlStart, yamlEnd: at, yaml: text.slice(yamlStart, at) }
      fence = null
    }
    at = next
  }
  return null
}
