import { visibleLines } from './parse-tasks-md.ts'

/** What spec-kit’s `spec.md` says of a feature. */
export type Spec = {
  /** Null where there is none. */
  readonly title: string | null
  /** What was asked for, in the words of whoever asked. */
  readonly summary: string
  /** By user story: `US1`. */
  readonly scenarios: ReadonlyMap<string, readonly string[]>
}

export function readSpec(text: string): Spec {
  const lines = visibleLines(text).map(([, line]) => line)
  const heading = lines.find((line) => /^#\s/.test(line))?.replace(/^#\s+/, '')
  const title = heading?.replace(/^feature specification\s*[:：–—-]\s*/i, '').trim() ?? ''
  return {
    title: title === '' ? null : title,
    summary: summaryIn(lines),
    scenarios: scenariosIn(lines),
  }
}

function summaryIn(lines: readonly string[]): string {
  const start = lines.findIndex((line) => /^\*\*input\*\*\s*:/i.test(line))
  if (start === -1) return ''
  const end = lines.findIndex((line, index) => index > start && /^(?:\s*$|#|\*\*)/.test(line))
  const paragraph = lines.slice(start, end === -1 ? undefined : end).join('\n')
  return paragraph
    .replace(/^\*\*input\*\*\s*:\s*(?:user description\s*:\s*)?/i, '')
    .replaceAll(/^"|"$/g, '')
    .slice(0, SUMMARY_MAX)
}

const SUMMARY_MAX = 4000

function scenariosIn(lines: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const section of lines.join('\n').split(/^#{1,6}\s+/m)) {
    const number = /^user story\s+(\d+)/i.exec(section)?.[1]
    if (number === undefined) continue
    const [, after = ''] = section.split(/^\*\*acceptance scenarios\*\*.*$/im)
    const [list = ''] = after.split(/^(?:\*\*|---)/m)
    const scenarios: string[] = []
    for (const line of list.split('\n')) addLine(scenarios, line)
    found.set(`US${Number(number)}`, scenarios)
  }
  return found
}

/** A new one where a number stands, else more of the last. */
function addLine(scenarios: string[], line: string): void {
  const numbered = /^\s*(?:\d+[.)]|[-*])\s+(.*)$/.exec(line)?.[1]
  if (numbered !== undefined) scenarios.push(numbered.replaceAll('**', ''))
  else if (line.trim() !== '' && scenarios.length > 0)
    scenarios[scenarios.length - 1] += ` ${line.trim().replaceAll('**', '')}`
}
