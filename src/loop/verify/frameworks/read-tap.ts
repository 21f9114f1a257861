/** A test point of the Test Anything Protocol. */
export type TapPoint = {
  readonly isOk: boolean
  /** From the outermost test to its own name. */
  readonly path: readonly string[]
  /** Skipped, or still to be done: no failure either way. */
  readonly isAside: boolean
  /** What is told below it: a block of YAML, or comments. */
  readonly details: string
  /** Whether it sums up others, and whether one of them failed. */
  readonly isSum: boolean
  readonly hasFailedPart: boolean
}

export type Tap = {
  /** In the order they were told: what is summed up comes before its sum. */
  readonly points: readonly TapPoint[]
  /** Whether its points are no tests, but what tests assert. */
  readonly isOfAssertions: boolean
  /** How many of the outermost there are. */
  readonly outermost: number
  /** How many there should be; null where nobody said. */
  readonly planned: number | null
}

/** Null where a text is no such protocol. */
export function readTap(stream: string): Tap | null {
  // A line without an end may have been cut off, and with it that a test is only to be skipped.
  const text = stream.slice(0, stream.lastIndexOf('\n') + 1)
  const plans = [...text.matchAll(/^1\.\.(\d+)\s*(?:#.*)?$/gm)]
  if (plans.length === 0 && !/^TAP version \d+$/m.test(text)) return null
  const isTape = /^# tests +\d+$/m.test(text) && /^# pass {2}\d+$/m.test(text)
  const drafts = draftsIn(text.split('\n'), isTape ? GROUP : null)
  return {
    points: drafts.map((draft) => ({ ...draft, path: pathOf(draft) })),
    isOfAssertions: isTape,
    outermost: drafts.filter(({ depth }) => depth === 0).length,
    planned: plans.length === 0 ? null : plans.reduce((sum, [, number]) => sum + Number(number), 0),
  }
}

type Draft = Omit<TapPoint, 'path'> & {
  readonly depth: number
  readonly name: string
  readonly group: string | null
  parent: Draft | null
  details: string
}

/** tape tells its assertions one after the other, each under the name of the test that it is part of. */
const GROUP = /^# (?!tests +\d|pass +\d|fail +\d|skip +\d|todo +\d|ok$)(.+)$/

const POINT = /^( *)(not ok|ok)\b(?: +\d+)?(?: +-)?(?: (.*))?$/

function draftsIn(lines: readonly string[], groups: RegExp | null): Draft[] {
  const drafts: Draft[] = []
  // By depth: those whose sum has not come yet.
  const orphans: Draft[][] = []
  let group: string | null = null
  let last: Draft | null = null
  for (const line of lines) {
    const [, indent = '', sign, said = ''] = POINT.exec(line) ?? []
    if (sign === undefined) {
      group = groups?.exec(line)?.[1] ?? group
      if (last !== null) last.details += `${line}\n`
      continue
    }
    const depth = Math.floor(indent.length / 4)
    // A test comes after those that are part of it.
    const parts = orphans.splice(depth + 1).flat()
    const draft: Draft = {
      ...readPoint(sign, said),
      depth,
      group,
      parent: null,
      isSum: parts.length > 0,
      hasFailedPart: parts.some((part) => (!part.isOk && !part.isAside) || part.hasFailedPart),
      details: '',
    }
    for (const part of parts) part.parent = draft
    orphans[depth] = [...(depth === 0 ? [] : (orphans[depth] ?? [])), draft]
    drafts.push(draft)
    last = draft
  }
  return drafts
}

function readPoint(sign: string, said: string): { isOk: boolean; isAside: boolean; name: string } {
  const [, name = '', directive = ''] = /^(.*?)(?:(?:^|\s+)# *(skip\b.*|todo\b.*))?$/i.exec(said) ?? []
  return {
    isOk: sign === 'ok',
    isAside: directive !== '',
    name: name
      .replace(/\s+# (?:time=[\d.]+m?s|in \d+ ms|in \d+ sec)(?: \{)?$/, '')
      .replaceAll('\\#', '#')
      .trim(),
  }
}

function pathOf({ name, group, parent }: Draft): string[] {
  const above = parent === null ? (group === null ? [] : [group]) : pathOf(parent)
  return [...above, name]
}
