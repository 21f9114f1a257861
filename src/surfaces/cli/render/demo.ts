import type { DemoReport } from '#verbs/demo.ts'
import type { Terminal } from '../terminal.ts'
import { renderRun } from './run.ts'

export function renderDemo(report: DemoReport, terminal: Terminal): string {
  const { paint } = terminal
  if (report.dryRun) {
    return `${[
      `${paint('bold', 'keel would show itself at work')}${paint('yellow', '  dry run: nothing was made or run')}`,
      `  It would make a small repository with a bug below ${report.below}, and ${report.keep ? 'leave it there' : 'remove it afterwards'}.`,
      `  A scripted model on this machine, ${report.model}, would be asked for: ${report.objective}`,
      `  \`${report.test}\` would decide, and what passes would be committed there.`,
      `Next: ${paint('bold', report.keep ? 'keel demo --keep' : 'keel demo')}`,
    ].join('\n')}\n`
  }
  const { answer, folder, change, requests } = report
  return [
    '',
    renderRun(answer, terminal).trimEnd(),
    '',
    change,
    '',
    paint('dim', `The model was asked ${requests} times, on this machine. Nothing left it.`),
    folder === null ? 'Next: keel init  in a repository of yours' : `Look around: cd ${folder} && keel log`,
    '',
  ].join('\n')
}
