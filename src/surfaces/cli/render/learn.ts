import type { VerbOutput } from '#verbs/all.ts'
import type { Terminal } from '../terminal.ts'

/** Two lines a pattern: how often and when, then an example. */
export function renderLearn(
  { patterns, rarer, traces }: VerbOutput<'learn'>,
  { paint, mark }: Terminal,
): string {
  if (traces === 0) return 'Nothing was denied, claimed without proof or stored here yet.\n'
  const width = Math.max(...patterns.map(({ count }) => String(count).length), 0)
  const lines = patterns.flatMap(({ about, subject, count, firstSeen, lastSeen, examples }) => {
    const times = paint('yellow', `${String(count).padStart(width)} ×`)
    const seen = paint('dim', `${about}, first ${day(firstSeen)}, last ${day(lastSeen)}`)
    const example = examples[0]?.split('\n', 1)[0] ?? ''
    return [
      `${times}  ${paint('bold', subject)}  ${seen}`,
      paint('dim', `${' '.repeat(width + 4)}${example}`),
    ]
  })
  const rest =
    rarer === 0 ? [] : [paint('dim', `${mark('same')} ${rarer} seen less often. keel learn --min 1`)]
  return `${[...(patterns.length === 0 ? ['Nothing repeats.'] : lines), ...rest].join('\n')}\n`
}

function day(moment: string): string {
  return moment.slice(0, 10)
}
