export type XmlElement = {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** What stands directly in it, without the white space around. */
  readonly text: string
}

/**
 * The elements of a project file, and no more of XML than those need: no entities but the five, no document types. An
 * element that is not closed ends where the one around it does. Null where the text is no XML at all.
 */
export function readXml(text: string): XmlElement | null {
  const root: Open = { name: '', attributes: new Map(), children: [], text: '' }
  const open: Open[] = [root]
  for (let at = 0; at < text.length; ) {
    const tag = text.indexOf('<', at)
    const inner = open.at(-1) ?? root
    inner.text += decode(text.slice(at, tag === -1 ? undefined : tag))
    if (tag === -1) break
    at = readMarkup(open, { text, start: tag })
  }
  return root.children[0] ?? null
}

/** The first child of each name on the way down. */
export function childOf(element: XmlElement | null, ...names: readonly string[]): XmlElement | null {
  return names.reduce<XmlElement | null>(
    (found, name) => found?.children.find((child) => child.name === name) ?? null,
    element,
  )
}

export function textOf(element: XmlElement | null, ...names: readonly string[]): string | null {
  const text = childOf(element, ...names)?.text.trim() ?? ''
  return text === '' ? null : text
}

/** Every element of that name, however deep. */
export function elementsNamed(element: XmlElement | null, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const ahead = element === null ? [] : [element]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next.name === name) found.push(next)
    ahead.push(...next.children.toReversed())
  }
  return found
}

type Open = { name: string; attributes: Map<string, string>; children: Open[]; text: string }

/** Reads one tag, comment or instruction that begins at `start`; answers where it ends. */
function readMarkup(open: Open[], { text, start }: { text: string; start: number }): number {
  const special = SPECIAL.find(({ begins }) => text.startsWith(begins, start))
  if (special !== undefined) {
    const end = text.indexOf(special.ends, start + special.begins.length)
    const stop = end === -1 ? text.length : end
    const inner = open.at(-1)
    if (special.isText && inner !== undefined) inner.text += text.slice(start + special.begins.length, stop)
    return stop + special.ends.length
  }
  const end = text.indexOf('>', start)
  if (end === -1) return text.length
  const tag = text.slice(start + 1, Math.min(end, start + TAG_MAX))
  if (tag.startsWith('/')) close(open, tag.slice(1).trim())
  else enter(open, tag)
  return end + 1
}

const TAG_MAX = 2000
const DEPTH_MAX = 100

const SPECIAL = [
  { begins: '<!--', ends: '-->', isText: false },
  { begins: '<![CDATA[', ends: ']]>', isText: true },
  { begins: '<?', ends: '?>', isText: false },
  { begins: '<!', ends: '>', isText: false },
] as const

function enter(open: Open[], tag: string): void {
  const name = /^[^\s/]{1,200}/.exec(tag)?.[0]
  const around = open.at(-1)
  if (name === undefined || around === undefined) return
  const element: Open = { name, attributes: attributesIn(tag), children: [], text: '' }
  around.children.push(element)
  if (!tag.endsWith('/') && open.length < DEPTH_MAX) open.push(element)
}

function attributesIn(tag: string): Map<string, string> {
  const pairs = tag.matchAll(/\s([\w:.-]{1,100})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g)
  return new Map([...pairs].map(([, name = '', double, single]) => [name, decode(double ?? single ?? '')]))
}

function close(open: Open[], name: string): void {
  const at = open.findLastIndex((element) => element.name === name)
  if (at > 0) open.splice(at)
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

function decode(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (whole, name: string) => ENTITIES.get(name) ?? whole)
}
