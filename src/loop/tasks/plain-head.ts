/**
 * Front matter as nearly everybody writes it: a field a line, lists in brackets or a dash a line. Null for whatever else YAML
 * knows, which is for its own parser: that takes many times as long, and a list of tasks may have thousands of files. What is
 * read is what that parser would read.
 */
export function plainHead(head: string): Record<string, unknown> | null {
  if (!PLAIN_SIGNS.test(head)) return null
  const reading: Reading = { fields: {}, list: null }
  const lines = head.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  return lines.every((line) => readItem(reading, line) || readField(reading, line)) ? reading.fields : null
}

type Reading = {
  readonly fields: Record<string, unknown>
  /** The list that a key without a value may begin, and how far in its items stand. */
  list: { readonly key: string; readonly items: unknown[]; indent: number } | null
}

function readItem({ fields, list }: Reading, line: string): boolean {
  const [, { length: indent } = '', item] = ITEM.exec(line) ?? []
  const value = item === undefined ? undefined : scalarOf(item)
  if (list === null || value === undefined) return false
  if (list.items.length > 0 && list.indent !== indent) return false
  list.items.push(value)
  list.indent = indent
  fields[list.key] = list.items
  return true
}

function readField(reading: Reading, line: string): boolean {
  const { fields } = reading
  const [, key, spelled] = FIELD.exec(line) ?? []
  if (key === undefined || Object.hasOwn(fields, key) || NO_KEY.test(key)) return false
  reading.list = spelled === undefined ? { key, items: [], indent: 0 } : null
  fields[key] = spelled === undefined ? null : readValue(spelled)
  return fields[key] !== undefined
}

/** No signs that are not seen, nor tabs. */
const PLAIN_SIGNS = /^[\r\n\x20-\x7e\u00a1-\u167f]*$/
const FIELD = /^([a-z_][\w-]*):(?: +(\S(?:.*\S)?))?$/
const ITEM = /^( {0,2})- +(\S(?:.*\S)?)$/
const NO_KEY = /^(?:true|false|null|__proto__)$/

function readValue(text: string): unknown {
  return text.startsWith('[') ? flowListOf(text) : scalarOf(text)
}

/** Undefined where it takes more than this to read it. */
function scalarOf(text: string): unknown {
  if (/^[A-Za-z]/.test(text)) {
    const special = SPECIAL.get(text)
    if (special !== undefined) return special
    return RUNS_ON.test(text) ? undefined : text
  }
  if (/^(?:0|[1-9]\d{0,8})$/.test(text)) return Number(text)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return text
  const quoted = /^'([^'\\]*)'$/.exec(text) ?? /^"([^"\\]*)"$/.exec(text)
  return quoted?.[1]
}

const SPECIAL = new Map<string, boolean | null>([
  ...['true', 'True', 'TRUE'].map((text) => [text, true] as const),
  ...['false', 'False', 'FALSE'].map((text) => [text, false] as const),
  ...['null', 'Null', 'NULL'].map((text) => [text, null] as const),
])

/** A colon or a comment within. */
const RUNS_ON = /:(?: |$)| #/

function flowListOf(text: string): unknown[] | undefined {
  const inside = /^\[ *([^[\]{}"'#:&*!|>%@`]*?) *\]$/.exec(text)?.[1]
  if (inside === undefined) return undefined
  const items = inside === '' ? [] : inside.split(/ *, */).map(scalarOf)
  return items.includes(undefined) ? undefined : items
}
