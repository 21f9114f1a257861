import type { Evidence } from '#words/evidence.ts'
import type { Terminal } from '../terminal.ts'

export function renderVerify(evidence: Evidence, terminal: Terminal): string {
  const { paint } = terminal
  const proof = `${renderProof(evidence, terminal)}  ${paint('dim', `tree ${evidence.tree.slice(0, 12)}`)}`
  if (evidence.passed) return `${proof}\n`
  return `${[proof, ...evidence.failing.map((name) => `    ${name}`), '', evidence.tail].join('\n')}\n`
}

/** What keel saw when it ran the tests, in a line. */
export function renderProof({ passed, command, counts }: Evidence, { paint, mark }: Terminal): string {
  const seen =
    counts === null ? '' : `: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
  return passed
    ? `${paint('green', mark('done'))} ${command}${seen === '' ? ' passed' : seen}`
    : `${paint('red', mark('conflict'))} ${command}${seen === '' ? ' failed' : seen}`
}
