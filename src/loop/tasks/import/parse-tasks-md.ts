import { isNearlyBox, NEARLY_BOX, readBoxLine } from './box-line.ts'

/** A `tasks.md` in its parts, as spec-kit’s template has them. */
export type TasksDocument = {
  /** Of the first heading. */
  readonly title: string | null
  /** What has tasks in it, in the order of the file. */
  readonly phases: readonly Phase[]
  /** What is odd about lines with a box to tick, in a sentence without a subject. */
  readonly strangers: readonly { readonly line: number; readonly text: string }[]
}

export type Phase = {
  readonly heading: string
  readonly line: number
  /** What stands there beside the tasks. */
  readonly text: readonly string[]
  readonly tasks: readonly ListedTask[]
}

export type ListedTask = {
  readonly key: string
  readonly line: number
  readonly isDone: boolean
  readonly isParallel: boolean
  /** What stands in brackets after its number: `US1`. */
  readonly labels: readonly string[]
  readonly text: string
  /** What stands below it, further in. */
  readonly more: readonly string[]
  /** Boxes below it that have no number. */
  readonly steps: readonly string[]
  /** The task that it stands below, further in. */
  readonly parent: string | null
  /** Which of the groups of its phase, by the headings in it. */
  readonly group: number
}

type Mutable<Value> = {
  -readonly [Key in keyof Value]: Value[Key] extends readonly (infer One)[] ? One[] : Value[Key]
}
type OpenTask = Mutable<ListedTask> & { readonly indent: number }
type OpenPhase = Omit<Mutable<Phase>, 'tasks'> & { readonly tasks: OpenTask[]; readonly level: number }

export function parseTasksMd(source: string): TasksDocument {
  const reader = startReader()
  for (const [index, text] of visibleLines(source)) reader.read(text, index + 1)
  return reader.finish()
}

/** Without code in fences and without comments, which show what tasks look like and are none. */
export function visibleLines(source: string): [number, string][] {
  const shown = source.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replaceAll(/[^\n]/g, ''))
  const lines: [number, string][] = []
  let fence: string | null = null
  for (const [index, text] of shown.split('\n').entries()) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1] ?? null
    if (fence === null && mark === null) lines.push([index, text])
    else if (fence === null) fence = mark
    else if (mark?.startsWith(fence)) fence = null
  }
  return lines
}

function startReader() {
  let title: string | null = null
  let phase: OpenPhase = openPhase({ heading: '', line: 1, level: 0 })
  let group = 0
  const phases = [phase]
  const strangers: { line: number; text: string }[] = []
  const open = (heading: string, at: { line: number; level: number }) => {
    phase = openPhase({ heading, ...at })
    group = 0
    phases.push(phase)
  }
  const onHeading = (heading: string, at: { line: number; level: number }) => {
    if (at.level === 1 && title === null) title = heading
    else if (at.level <= 2 || (PHASE.test(heading) && at.level <= Math.max(3, phase.level))) open(heading, at)
    else group += 1
  }
  const onBox = (box: Box, line: number) => {
    const above = phase.tasks.findLast(({ indent }) => indent < box.indent)
    if (box.key === null) {
      if (above === undefined) strangers.push({ line, text: `has no number, and is left out: ${box.text}` })
      else {
        above.steps.push(box.text)
        above.isDone &&= box.isDone
      }
      return
    }
    const { indent, key, isDone, isParallel, labels, text } = box
    if (!KNOWN_MARKS.has(box.mark)) strangers.push({ line, text: `has ${unknownMark(box.mark)}` })
    const parent = above?.key ?? null
    phase.tasks.push({
      indent,
      key,
      isDone,
      isParallel,
      labels,
      text,
      line,
      more: [],
      steps: [],
      parent,
      group,
    })
  }
  const read = (text: string, line: number) => {
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(text)
    if (heading !== null) return onHeading(heading[2] ?? '', { line, level: heading[1]?.length ?? 1 })
    const box = readBox(text)
    if (box !== null) return onBox(box, line)
    if (isNearlyBox(text)) strangers.push({ line, text: NEARLY_BOX })
    const last = phase.tasks.at(-1)
    const isBelow = last !== undefined && text.trim() !== '' && indentOf(text) > last.indent
    if (isBelow) last.more.push(text.trim())
    else phase.text.push(text)
  }
  const finish = (): TasksDocument => ({
    title,
    phases: phases.filter(({ tasks }) => tasks.length > 0),
    strangers,
  })
  return { read, finish }
}

const PHASE = /^\W*(?:phase|fase|étape|阶段|階段|フェーズ|단계)\s*[\dN]/iu

function openPhase(about: { heading: string; line: number; level: number }): OpenPhase {
  return { ...about, text: [], tasks: [] }
}

type Box = Pick<ListedTask, 'isDone' | 'isParallel' | 'text'> & {
  readonly key: string | null
  readonly labels: string[]
  readonly indent: number
  /** What stands in the box. */
  readonly mark: string
}

export const KNOWN_MARKS: ReadonlySet<string> = new Set([' ', 'x', 'X'])

export function unknownMark(mark: string): string {
  return `the mark [${mark}], which keel does not know. It is taken for open.`
}

/** `T012`, `**T012**`, `[T012]`, `T012a`, `T3.1`, `TASK-7`. */
const NUMBER =
  /^(?:\*\*|~~|`)?\[?([A-Z]{1,5}-?\d{1,5}(?:[.-]\d{1,4})*[a-z]?)\]?(?=$|[\s:.*~`)])(?:\*\*|~~|`)?[:.)]?(?:\*\*)?\s*(?:[-–—]\s+)?/

/** Null for a line that has no box to tick. */
function readBox(line: string): Box | null {
  const box = readBoxLine(line)
  if (box === null) return null
  const { space, mark: tick, words: whole } = box
  const indent = indentOf(space)
  const isDone = tick === 'x' || tick === 'X'
  const number = NUMBER.exec(whole)
  if (number === null)
    return { indent, mark: tick, isDone, key: null, isParallel: false, labels: [], text: whole }
  const tags: string[] = []
  let text = whole.slice(number[0].length)
  for (let tag = TAG.exec(text); tag !== null; tag = TAG.exec(text)) {
    tags.push(tag[1] ?? '')
    text = text.slice(tag[0].length)
  }
  return {
    indent,
    mark: tick,
    isDone,
    key: number[1] ?? null,
    isParallel: tags.includes('P'),
    labels: tags.filter((tag) => tag !== 'P'),
    text: text.replace(/^[-–—:]\s+/, '').trim(),
  }
}

/** A word in brackets, but no link. */
const TAG = /^(?:\*\*|`)?\[([A-Za-z][\w -]{0,29})\](?!\()(?:\*\*|`)?:?\s*/

function indentOf(text: string): number {
  return /^\s*/.exec(text)?.[0].replaceAll('\t', '    ').length ?? 0
}
