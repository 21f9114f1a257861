import type { VerbOutput } from '#verbs/all.ts'
import type { Terminal } from '../terminal.ts'

/** Each file that was changed with its place, and a line for all where there are several. */
export function renderPackVerify(
  { comparisons, hits, meanReciprocalRank }: VerbOutput<'pack verify'>,
  { paint, mark }: Terminal,
): string {
  const each = comparisons.flatMap(({ title, base, changed, added }) => [
    `${title} ${paint('dim', `(made of ${base.slice(0, 10)})`)}`,
    ...changed.map(({ path, rank, level }) => {
      const sign = level === null ? paint('yellow', mark('warning')) : paint('green', mark('done'))
      const place = rank === null ? 'not in the ranking' : `place ${rank}`
      return `  ${sign} ${path}: ${place}, ${level === null ? 'not in the pack' : `in the pack (${level})`}`
    }),
    ...(added === 0 ? [] : [paint('dim', `  ${added} new, which no pack could have had`)]),
  ])
  const part = (count: number) => `${((100 * count) / comparisons.length).toFixed(1)} %`
  const all = [
    `${comparisons.length} compared, by the sources that were changed (by tests and documents where nothing else was).`,
    `As many of them as could be were at place 1 in ${part(hits.at1)}, among the first 5 in ${part(hits.at5)}, among the first 10 in ${part(hits.at10)};`,
    `mean reciprocal rank ${meanReciprocalRank.toFixed(3)}.`,
  ].join(' ')
  return `${[...each, ...(comparisons.length > 1 ? [all] : [])].join('\n')}\n`
}
