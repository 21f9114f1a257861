import type { RunAnswer } from '#verbs/engage-run.ts'
import type { Terminal } from '../terminal.ts'
import { renderProof } from './verify.ts'

/** The receipt: what was tried, what keel saw, what was stopped, and what came of it. */
export function renderRun(answer: RunAnswer, terminal: Terminal): string {
  const { paint, mark } = terminal
  const { outcome, run, objective, reason, commit, attempts, denials, remarks } = answer
  const [style, sign] = LOOKS[outcome]
  const lines = [
    `${paint(style, mark(sign))} ${paint('bold', outcome)}  ${objective.split('\n', 1)[0] ?? ''}`,
    ...attempts.flatMap(({ attempt, ending, usage, claimed, evidence }) => {
      const tokens = usage === null ? 0 : usage.input + usage.cacheRead + usage.cacheWrite + usage.output
      const cost = usage?.costUsd == null ? '' : `, $${usage.costUsd.toFixed(4)}`
      // Nobody saw what it had used when it was killed.
      const used = ending?.kind === 'killed' ? 'cost unknown' : `${tokens.toLocaleString('en')} tokens${cost}`
      const told =
        ending?.kind === 'ok' ? (claimed ? 'said it was done' : 'ended') : (ending?.detail ?? 'did not end')
      return [
        `  attempt ${attempt}  ${told}  ${paint('dim', used)}`,
        ...(evidence === null ? [] : [`             ${renderProof(evidence, terminal)}`]),
      ]
    }),
    ...denials.map(({ guard, action }) => `  ${paint('red', mark('conflict'))} ${guard} stopped: ${action}`),
    ...(commit === null ? [`  ${reason}`] : [`  commit ${commit.slice(0, 12)}  ${paint('dim', reason)}`]),
    ...remarks.map(({ text }) => `  ${paint('yellow', mark('warning'))} ${text}`),
    paint('dim', `  papers in .keel/ledger/${run}`),
    ...(outcome === 'interrupted' ? ['Next: keel run --resume'] : []),
  ]
  return `${lines.join('\n')}\n`
}

const LOOKS = {
  verified: ['green', 'done'],
  blocked: ['red', 'conflict'],
  interrupted: ['yellow', 'warning'],
} as const
