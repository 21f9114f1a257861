import { printable } from '#kit/printable.ts'
import type { VerifyReport } from '#verbs/verify.ts'
import type { Check, Evidence, FailingTest } from '#words/evidence.ts'
import type { Terminal } from '../terminal.ts'

export function renderVerify(report: VerifyReport, terminal: Terminal): string {
  const { paint } = terminal
  if (report.dryRun) {
    return `${[
      `${paint('bold', 'keel would run')} ${report.command}${paint('yellow', '  dry run: nothing was run or written')}`,
      ...report.checks.map(({ name, command }) => `  and ${command}${paint('dim', ` for ${name}`)}`),
      paint('dim', `  in ${report.root}, for ${report.minutes} minutes at most`),
      ...remarksOf(report, terminal),
      ...unkept(report, terminal),
    ].join('\n')}\n`
  }
  const proof = `${renderProof(report, terminal)}  ${paint('dim', `tree ${report.tree.slice(0, 12)}`)}`
  return `${[
    proof,
    ...(report.reason === null || report.tampering.length > 0 ? [] : [`    ${report.reason}`]),
    ...(report.compared === null
      ? []
      : [
          paint(
            'dim',
            `    tests compared with ${report.compared.commit.slice(0, 10)}, ${STARTS[report.compared.kind]}`,
          ),
        ]),
    ...report.tampering.map(
      ({ path, line, text }) => `    ${path}${line === null ? '' : `:${line}`} ${text}`,
    ),
    ...report.checks.map((check) => renderCheck(check, terminal)),
    ...report.flaky.map(
      (id) => `    ${paint('yellow', terminal.mark('warning'))} flaky, passed when run again: ${id}`,
    ),
    ...(report.passed ? (report.excused ?? []) : []).map(
      (id) =>
        `    ${paint('yellow', terminal.mark('warning'))} fails as it did before the work, and is let pass: ${printable(id)}`,
    ),
    ...(report.passed
      ? []
      : [
          ...report.failing.map((test) => renderFailing(test, { baseline: report.baseline, terminal })),
          '',
          tailFor(report),
        ]),
    ...remarksOf(report, terminal),
    ...unkept(report, terminal),
    ...foretold(report, terminal),
  ].join('\n')}\n`
}

/** What closes the task, or what is in the way of that. */
function foretold({ close }: Extract<VerifyReport, { dryRun: false }>, { paint, mark }: Terminal): string[] {
  if (close === null) return []
  if (close.kind === 'accepted') return [`  ${paint('green', mark('done'))} close would be accepted`]
  return [
    `  ${paint('red', mark('conflict'))} close would be refused:`,
    ...close.reasons.map((reason) => `    ${printable(reason)}`),
  ]
}

/** What stands between the task and its end is told there. */
function remarksOf(report: VerifyReport, { paint, mark }: Terminal): string[] {
  const told = report.dryRun ? [] : (report.close?.reasons ?? [])
  const untold = report.remarks.filter((remark) => !told.includes(remark))
  return untold.map((remark) => `  ${paint('yellow', mark('warning'))} ${remark}`)
}

const STARTS = {
  claim: 'where the task was claimed',
  'first-commit': 'where the task was first committed, for nobody claimed it here',
} as const

/** What the check said that failed, where the tests did not. */
function tailFor({ checks, tail, failing }: Evidence): string {
  const broken = checks.find(({ passed, failedBefore }) => !passed && !failedBefore)
  return broken !== undefined && failing.length === 0 ? broken.tail : tail
}

function renderCheck({ name, command, passed, failedBefore }: Check, { paint, mark }: Terminal): string {
  const sign = passed ? paint('green', mark('done')) : paint('red', mark('conflict'))
  const before = !passed && failedBefore ? ', as it did before' : ''
  return `    ${sign} ${name}: ${command} ${passed ? 'passed' : 'failed'}${before}`
}

function renderFailing(
  { id, message, location }: FailingTest,
  { baseline, terminal: { paint } }: Pick<Evidence, 'baseline'> & { readonly terminal: Terminal },
): string {
  const where = location === null ? '' : paint('dim', ` ${location}`)
  const old = baseline?.includes(id) === true ? ', as it did before' : ''
  const said = message === null ? '' : `: ${message.split('\n', 1)[0]}`
  return `    ${id}${where}${old}${said}`
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
