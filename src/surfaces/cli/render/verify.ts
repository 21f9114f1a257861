import type { VerifyReport } from '#verbs/verify.ts'
import type { Evidence } from '#words/evidence.ts'
import type { Terminal } from '../terminal.ts'

export function renderVerify(report: VerifyReport, terminal: Terminal): string {
  const { paint } = terminal
  if (report.dryRun) {
    return `${[
      `${paint('bold', 'keel would run')} ${report.command}${paint('yellow', '  dry run: nothing was run or written')}`,
      paint('dim', `  in ${report.root}, for ${report.minutes} minutes at most`),
      ...unkept(report, terminal),
    ].join('\n')}\n`
  }
  const proof = `${renderProof(report, terminal)}  ${paint('dim', `tree ${report.tree.slice(0, 12)}`)}`
  return `${[
    proof,
    ...(report.passed ? [] : [...report.failing.map(({ id }) => `    ${id}`), '', report.tail]),
    ...unkept(report, terminal),
  ].join('\n')}\n`
}

/** Whoever believes to have evidence and has none would learn it from a guard. */
function unkept({ kept, own }: VerifyReport, { paint, mark }: Terminal): string[] {
  if (kept || own === null) return []
  return [
    `  ${paint('yellow', mark('warning'))} Not kept as evidence: this project is proven by \`${own}\`.`,
    `    Next: ${paint('bold', `keel verify "${own}"`)}`,
  ]
}

/** What keel saw when it ran the tests, in a line. */
export function renderProof({ passed, command, counts }: Evidence, { paint, mark }: Terminal): string {
  const seen =
    counts === null ? '' : `: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
  return passed
    ? `${paint('green', mark('done'))} ${command}${seen === '' ? ' passed' : seen}`
    : `${paint('red', mark('conflict'))} ${command}${seen === '' ? ' failed' : seen}`
}
