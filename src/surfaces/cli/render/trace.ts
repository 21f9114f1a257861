import type { TraceReport } from '#verbs/trace.ts'
import type { Terminal } from '../terminal.ts'

export function renderTrace({ trace, changes }: TraceReport, { paint, mark }: Terminal): string {
  const notes = changes.map((change) =>
    paint(
      'yellow',
      change === 'cut'
        ? `  ${mark('warning')} It was too long and has been cut.`
        : `  ${mark('warning')} What looked like a secret was taken out.`,
    ),
  )
  const head = `${paint('green', mark('done'))} Kept as a ${trace.about} about ${paint('bold', trace.subject)}.`
  return `${[head, ...notes].join('\n')}\n`
}
