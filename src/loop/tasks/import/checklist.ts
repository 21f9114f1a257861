import { basename } from 'node:path/posix'
import { isNearlyBox, NEARLY_BOX, readBoxLine } from './box-line.ts'
import type { ImportFormat, NotUnderstood, TaskDraft } from './contract.ts'
import { WHOLE } from './contract.ts'
import { newDraft } from './new-draft.ts'
import { KNOWN_MARKS, unknownMark, visibleLines } from './parse-tasks-md.ts'
import { pathsIn } from './paths-in.ts'

/**
 * Any Markdown with boxes to tick, or with numbered lists under headings. A heading is an epic, an item a task; what stands below an
 * item, further in, says when it is done.
 */
export const checklist: ImportFormat = {
  name: 'checklist',
  recognises: ({ path, text }) => /\.(?:md|markdown|txt)$/i.test(path) && hasBoxes(text),
  read: (file) => {
    const { title, items, left, odd, nearly, isTicked } = collect(file.text)
    if (items.length === 0)
      return {
        kind: 'unreadable',
        reason: 'has no checklist: neither `- [ ] …` nor a numbered list under a heading',
      }
    const headings = headingsOf(items)
    const tasks = items.map(taskDraft)
    const isDone = tasks.every(({ status }) => status === 'done')
    const whole = newDraft({
      key: WHOLE,
      title: title ?? basename(file.path),
      type: 'epic',
      status: isDone ? 'done' : 'open',
      description: `From \`${file.path}\`.`,
    })
    const epics = headings.map((trail) => headingDraft(trail, { items, tasks }))
    const marks = odd.map(({ line, mark }) => ({
      place: `${file.path}:${line}`,
      text: `has ${unknownMark(mark)}`,
    }))
    const missed = nearly.map((line) => ({ place: `${file.path}:${line}`, text: NEARLY_BOX }))
    const notUnderstood = [
      ...marks,
      ...missed,
      ...leftOut(left, { path: file.path, lacks: isTicked ? 'box' : 'heading' }),
    ]
    return { kind: 'drafts', drafts: [whole, ...epics, ...tasks], notUnderstood }
  },
}

/** Steps of a text are often numbered, and so are tasks: whoever reads it should know which were taken for which. */
function leftOut(
  [first, ...others]: readonly number[],
  { path, lacks }: { path: string; lacks: 'box' | 'heading' },
): NotUnderstood[] {
  if (first === undefined) return []
  const many = others.length === 0 ? 'is a numbered item' : `and ${others.length} more are numbered items`
  return [{ place: `${path}:${first}`, text: `${many} ${LACKS[lacks]}: left out, where others have one.` }]
}

const LACKS = { box: 'without a box', heading: 'under no heading' } as const

const ITEM = /^(\s*)(?:[-*+]|\d+[.)])\s+(\S.*)$/

/** A sign of somebody’s own is one only beside boxes that everybody knows: `- [!] …` alone may mean anything. */
function hasBoxes(text: string): boolean {
  return text.split('\n').some((line) => KNOWN_MARKS.has(readBoxLine(line)?.mark ?? ''))
}

type ListItem = { readonly space: string; readonly words: string; readonly tick: string | undefined }

function readItem(line: string): ListItem | null {
  const box = readBoxLine(line)
  if (box !== null) return { space: box.space, words: box.words, tick: box.mark }
  const [, space = '', words = ''] = ITEM.exec(line) ?? []
  return words === '' ? null : { space, words, tick: undefined }
}

type Item = {
  readonly key: string
  readonly line: number
  isDone: boolean
  readonly text: string
  readonly below: string[]
  readonly more: string[]
  readonly indent: number
  /** The headings that it stands under, the outermost first, without the title of the document. */
  readonly trail: readonly string[]
}

type Collected = {
  readonly items: Item[]
  readonly counts: Map<string, number>
  /** Where there is a box anywhere, boxes are the tasks; else the numbered lists are. */
  readonly isTicked: boolean
  /** The lines of numbered items that have no box where others do, or that stand under no heading. */
  readonly left: number[]
  /** Boxes that are ticked with another sign. */
  readonly odd: { readonly line: number; readonly mark: string }[]
  /** The lines of what looks like a box and is none. */
  readonly nearly: number[]
  title: string | null
  trail: { readonly level: number; readonly name: string }[]
  last: Item | null
}

function collect(text: string): Omit<Collected, 'counts' | 'trail' | 'last'> {
  const collected: Collected = {
    items: [],
    counts: new Map(),
    isTicked: hasBoxes(text),
    left: [],
    odd: [],
    nearly: [],
    title: null,
    trail: [],
    last: null,
  }
  const lines = visibleLines(text)
  for (const [at, [index, line]] of lines.entries()) {
    const heading = headingIn(lines, at)
    if (heading === null) addLine(collected, { line, number: index + 1 })
    else enter(collected, heading)
  }
  return collected
}

/** With signs before it, or underlined: then what is above it is empty, since it could be the end of anything else. */
function headingIn(lines: readonly (readonly [number, string])[], at: number) {
  const textAt = (place: number) => lines[place]?.[1] ?? ''
  const [, signs, name = ''] = /^(#{1,6})\s+(.*?)\s*#*$/.exec(textAt(at)) ?? []
  if (signs !== undefined) return { level: signs.length, name }
  const line = /^ {0,3}(=+|-{2,})[ \t]*$/.exec(textAt(at + 1))?.[1]
  const isPlain = /^ {0,3}[^\s>#|]/.test(textAt(at)) && readItem(textAt(at)) === null
  if (line === undefined || !isPlain || textAt(at - 1).trim() !== '') return null
  return { level: line.startsWith('=') ? 1 : 2, name: textAt(at).trim() }
}

function enter(collected: Collected, heading: { level: number; name: string }): void {
  if (heading.level === 1 && collected.title === null) collected.title = heading.name
  else collected.trail = [...collected.trail.filter(({ level }) => level < heading.level), heading]
  collected.last = null
}

function addLine(collected: Collected, { line, number }: { line: string; number: number }): void {
  const { items, counts, trail, last } = collected
  if (line.trim() === '') return
  if (isNearlyBox(line)) collected.nearly.push(number)
  const listed = readItem(line)
  const indent = indentOf(listed?.space ?? line)
  const isBelow = last !== null && indent > last.indent
  if (listed === null) {
    if (isBelow) last.more.push(line.trim())
    else collected.last = null
    return
  }
  const { words, tick } = listed
  if (tick !== undefined && !KNOWN_MARKS.has(tick)) collected.odd.push({ line: number, mark: tick })
  if (isBelow) {
    addBelow(last, { words, tick })
    return
  }
  if (!isTask(collected, { line, tick })) {
    if (NUMBERED.test(line)) collected.left.push(number)
    return
  }
  const names = trail.map(({ name }) => name)
  const key = keyFor([...names, words], counts)
  const isDone = isTick(tick)
  const item: Item = { key, line: number, isDone, text: words, below: [], more: [], indent, trail: names }
  items.push(item)
  collected.last = item
}

/** What has an open box in it is not done, whatever its own says. */
function addBelow(item: Item, { words, tick }: { words: string; tick: string | undefined }): void {
  item.below.push(words)
  if (tick !== undefined) item.isDone &&= isTick(tick)
}

/** The title of the document is a heading as well as those below it. */
function isTask(
  { isTicked, trail, title }: Collected,
  { line, tick }: { line: string; tick: string | undefined },
): boolean {
  return isTicked ? tick !== undefined : NUMBERED.test(line) && (trail.length > 0 || title !== null)
}

const NUMBERED = /^\s*\d/

function isTick(tick: string | undefined): boolean {
  return tick === 'x' || tick === 'X'
}

function indentOf(text: string): number {
  return /^\s*/.exec(text)?.[0].replaceAll('\t', '    ').length ?? 0
}

/** By its words: lines come and go, and an item that is reworded is another. */
function keyFor(words: readonly string[], counts: Map<string, number>): string {
  const name = words.map(slug).join('/')
  const count = (counts.get(name) ?? 0) + 1
  counts.set(name, count)
  return count === 1 ? name : `${name} ${count}`
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
}

/** Each once, what is above before what is below. */
function headingsOf(items: readonly Item[]): (readonly string[])[] {
  const trails = new Map<string, readonly string[]>()
  for (const { trail } of items)
    for (let depth = 1; depth <= trail.length; depth++)
      trails.set(headingKey(trail.slice(0, depth)) ?? '', trail.slice(0, depth))
  return [...trails.values()]
}

function headingKey(trail: readonly string[]): string | null {
  return trail.length === 0 ? null : `(${trail.map(slug).join('/')})`
}

function headingDraft(
  trail: readonly string[],
  { items, tasks }: { items: readonly Item[]; tasks: readonly TaskDraft[] },
): TaskDraft {
  const isBelow = (item: Item) => trail.every((name, depth) => item.trail[depth] === name)
  const own = tasks.filter((_, index) => items[index] !== undefined && isBelow(items[index]))
  return newDraft({
    key: headingKey(trail) ?? '',
    title: trail.at(-1) ?? '',
    type: 'epic',
    status: own.every(({ status }) => status === 'done') ? 'done' : 'open',
    parent: headingKey(trail.slice(0, -1)) ?? WHOLE,
  })
}

function taskDraft({ key, line, isDone, text, below, more, trail }: Item): TaskDraft {
  return newDraft({
    key,
    line,
    title: text.replaceAll('**', ''),
    status: isDone ? 'done' : 'open',
    parent: headingKey(trail) ?? WHOLE,
    acceptance: below,
    files: pathsIn([text, ...below, ...more].join('\n')),
    description: more.join('\n'),
  })
}
