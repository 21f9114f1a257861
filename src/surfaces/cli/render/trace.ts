import type { TraceReport } from '#verbs/trace.ts'
import type { Terminal } from '../terminal.ts'

export function renderTrace({ dryRun, trace, changes }: TraceReport, { paint, mark }: Terminal): string {
  const notes = changes.map((change) =>
    paint(
      'yellow',
      change === 'cut'
        ? `  ${mark('warning')} It was too long and has been cut.`
        : `  ${mark('warning')} What looked like a secret was taken out.`,
    ),
  )
  const what = `a ${trace.about} about ${paint('bold', trace.subject)}`
  const head = dryRun
    ? [
        `${paint('bold', 'keel would keep')} ${what}${paint('yellow', '  dry run: nothing was written')}`,
        ...trace.text.split('\n').map((line) => `    ${line}`),
      ]
    : [`${paint('green', mark('done'))} Kept as ${what}.`]
  return `${[...head, ...notes].join('\n')}\n`
}
