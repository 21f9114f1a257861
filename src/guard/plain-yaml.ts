/** A value that was read, or nothing where the text is not as plain as it would have to be. */
export type PlainYaml = { readonly kind: 'read'; readonly value: unknown } | { readonly kind: 'other' }

/**
 * YAML as people write it by hand: mappings, lists, texts, quotes, a folded text. Whatever else YAML knows is not read here,
 * and is for a parser of the whole language, which takes longer to load than the hook may take altogether. What is read
 * is what that parser would read.
 */
export function plainYaml(text: string): PlainYaml {
  // Signs that are not seen, spaces at the end of a line, and what stands for another document.
  if (!/^[\n\x20-\x7e\u00a1-\u1fff]*$/.test(text) || / $/m.test(text)) return { kind: 'other' }
  const lines = text.split('\n').flatMap((line, number): Line[] => {
    const content = line.trim()
    const isSkipped = content === '' || content.startsWith('#')
    return isSkipped ? [] : [{ indent: line.search(/\S/), text: content, number }]
  })
  try {
    const source = { lines, at: 0, end: text.trimEnd().split('\n').length }
    const value = readBlock(source, 0)
    return source.at === lines.length ? { kind: 'read', value } : { kind: 'other' }
  } catch {
    return { kind: 'other' }
  }
}

type Line = { readonly indent: number; readonly text: string; readonly number: number }
/** `end` is the line behind the last one that is not empty. */
type Source = { readonly lines: Line[]; at: number; readonly end: number }

/** Thrown and caught in this file alone: what comes deep in a text ends the reading of all of it. */
function other(): never {
  throw new Error('other')
}

function readBlock(source: Source, indent: number): unknown {
  const first = source.lines[source.at] ?? other()
  if (first.indent !== indent) other()
  return isItem(first) ? readList(source, indent) : readMapping(source, indent)
}

function isItem({ text }: Line): boolean {
  return text.startsWith('- ')
}

function readList(source: Source, indent: number): unknown[] {
  const items: unknown[] = []
  for (
    let line = source.lines[source.at];
    line?.indent === indent && isItem(line);
    line = source.lines[source.at]
  ) {
    const inside = line.text.slice(2).trimStart()
    const depth = indent + line.text.length - inside.length
    if (KEY.test(inside)) {
      // The first key of a mapping stands behind the dash.
      source.lines[source.at] = { ...line, indent: depth, text: inside }
      items.push(readMapping(source, depth))
    } else {
      source.at++
      items.push(readInline(inside))
    }
  }
  return items
}

const KEY = /^([a-z][\w-]*):(?: +(.*))?$/

function readMapping(source: Source, indent: number): Record<string, unknown> {
  const mapping: Record<string, unknown> = {}
  for (let line = source.lines[source.at]; line?.indent === indent; line = source.lines[source.at]) {
    const [, key = '', value] = KEY.exec(line.text) ?? other()
    if (Object.hasOwn(mapping, key) || key === '__proto__') other()
    source.at++
    mapping[key] = value === undefined ? readBelow(source, indent) : readValue(source, { value, indent })
  }
  // A line further in would belong to a text that goes on.
  if ((source.lines[source.at]?.indent ?? -1) > indent) other()
  return mapping
}

/** A list may stand as far out as the key that it belongs to. */
function readBelow(source: Source, indent: number): unknown {
  const next = source.lines[source.at] ?? other()
  if (next.indent === indent && isItem(next)) return readList(source, indent)
  return next.indent > indent ? readBlock(source, next.indent) : other()
}

function readValue(source: Source, { value, indent }: { value: string; indent: number }): unknown {
  if (value !== '>-') return readInline(value)
  return readFolded(source, indent)
}

/** Lines of one paragraph. An empty one would be a line end, and a comment would be part of the text. */
function readFolded(source: Source, indent: number): string {
  const first = source.lines[source.at] ?? other()
  const from = source.at
  const key = source.lines[from - 1]?.number ?? other()
  while ((source.lines[source.at]?.indent ?? -1) > indent) source.at++
  const lines = source.lines.slice(from, source.at)
  const isWhole = lines.every(
    (line, index) => line.indent === first.indent && line.number === key + 1 + index,
  )
  const next = source.lines[source.at]?.number ?? source.end
  const isFollowed = next === key + 1 + lines.length
  return lines.length > 0 && isWhole && isFollowed ? lines.map(({ text }) => text).join(' ') : other()
}

type Flow = { readonly text: string; at: number }

/** A text, or a list or mapping in brackets, on one line. */
function readInline(text: string): unknown {
  if (!/^[[{'"]/.test(text)) return plainText(text, /: |:$| #/)
  const flow = { text, at: 0 }
  const value = readFlow(flow)
  return flow.at === text.length ? value : other()
}

function readFlow(flow: Flow): unknown {
  const sign = flow.text[flow.at]
  if (sign === '[') return readItems(flow, ']').map(({ key, value }) => (key === null ? value : other()))
  if (sign === '{') {
    const entries = readItems(flow, '}').map(({ key, value }) => [key ?? other(), value] as const)
    const mapping = Object.fromEntries(entries)
    return Object.keys(mapping).length === entries.length ? mapping : other()
  }
  if (sign === "'" || sign === '"') return readQuoted(flow)
  const found = /^[^,[\]{}]+/.exec(flow.text.slice(flow.at))?.[0] ?? other()
  flow.at += found.length
  return plainText(found.trim(), /:| #/)
}

function readItems(flow: Flow, closer: string): { key: string | null; value: unknown }[] {
  const items: { key: string | null; value: unknown }[] = []
  flow.at++
  skipSpaces(flow)
  while (flow.text[flow.at] !== closer) {
    const key = /^([a-z][\w-]*): +/.exec(flow.text.slice(flow.at))
    flow.at += key?.[0].length ?? 0
    items.push({ key: key?.[1] ?? null, value: readFlow(flow) })
    skipSpaces(flow)
    if (flow.text[flow.at] === ',') {
      flow.at++
      skipSpaces(flow)
    } else if (flow.text[flow.at] !== closer) other()
  }
  flow.at++
  return items
}

function skipSpaces(flow: Flow): void {
  while (flow.text[flow.at] === ' ') flow.at++
}

function readQuoted(flow: Flow): string {
  const found = /^(?:'((?:[^']|'')*)'|"((?:[^"\\]|\\["\\nt])*)")/.exec(flow.text.slice(flow.at)) ?? other()
  flow.at += found[0].length
  if (found[1] !== undefined) return found[1].replaceAll("''", "'")
  return (found[2] ?? '').replaceAll(/\\(.)/g, (_, sign: string) => ({ n: '\n', t: '\t' })[sign] ?? sign)
}

/** A text without quotes, unless YAML would take it for something else. */
function plainText(text: string, refused: RegExp): string {
  const isText =
    /^(?:[A-Za-z_$/]|\.[A-Za-z_/])/.test(text) &&
    !/^(?:true|false|null|\.inf|\.nan|yes|no|on|off|y|n)$/i.test(text)
  return isText && !refused.test(text) ? text : other()
}
