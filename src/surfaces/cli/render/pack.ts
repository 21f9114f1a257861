import { printable } from '#kit/printable.ts'
import { withCommas } from '#kit/with-commas.ts'
import type { VerbOutput } from '#verbs/all.ts'
import type { Terminal } from '../terminal.ts'

/** The text as an agent would get it, then a few lines about it: as comments, so that it can go into a file as it is. */
export function renderPack(report: VerbOutput<'pack'>, { paint }: Terminal): string {
  if (report.kind === 'explanation') return renderExplanation(report)
  if (report.isSummary) return `${report.summary}\n`
  const { text, notes } = report
  const comments = notes.map((note) => paint('dim', `<!-- ${note} -->`))
  return `${[...(text === '' ? [] : [text.trimEnd(), '']), ...comments].join('\n')}\n`
}

function renderExplanation({
  path,
  why,
  rank,
  of,
  score,
  signals,
  reasons,
}: Extract<VerbOutput<'pack'>, { kind: 'explanation' }>): string {
  return `${[
    printable(`${path}: ${why}`),
    ...(rank === null ? [] : [`Place ${withCommas(rank)} of ${withCommas(of)}, score ${score.toFixed(2)}.`]),
    ...reasons.map(printable),
    ...signals.map(
      ({ signal, value, adds }) =>
        `  ${(adds >= 0 ? '+' : '') + adds.toFixed(2).padStart(adds >= 0 ? 5 : 6)}  ${signal} (${value.toFixed(2)})`,
    ),
  ].join('\n')}\n`
}
