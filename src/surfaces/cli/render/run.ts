import type { RunAnswer } from '#verbs/engage-run.ts'
import { sayRestored } from '#verbs/say-restored.ts'
import { knownUsage, type Usage } from '#words/usage.ts'
import type { Terminal } from '../terminal.ts'
import { renderProof } from './verify.ts'

/** The receipt: what was tried, what keel saw, what was stopped, and what came of it. */
export function renderRun(answer: RunAnswer, terminal: Terminal): string {
  const { paint, mark } = terminal
  const { outcome, run, task, objective, reason, commit, attempts, denials, remarks } = answer
  const { unsettled, restored, next } = answer
  const [style, sign] = LOOKS[outcome]
  const lines = [
    `${paint(style, mark(sign))} ${paint('bold', outcome)}  ${objective.split('\n', 1)[0] ?? ''}`,
    ...attempts.flatMap(({ attempt, ending, usage, claimed, evidence }) => {
      const used = usedText(knownUsage(usage))
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
    ...(unsettled === null
      ? []
      : [
          `  ${paint('yellow', mark('warning'))} ${task} does not say so: ${unsettled.reason}`,
          ...(unsettled.hint === null ? [] : [`    ${unsettled.hint}`]),
        ]),
    ...sayRestored(restored).map((text) => `  ${paint('yellow', mark('warning'))} ${text}`),
    paint('dim', `  papers in .keel/ledger/${task ?? run}`),
    ...(outcome === 'interrupted' ? [`Next: ${next ?? 'keel run --resume'}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

function usedText(usage: Usage | null): string {
  if (usage === null) return 'tokens and cost unknown'
  const { input, cacheRead, cacheWrite, output, costUsd } = usage
  const tokens = (input + cacheRead + cacheWrite + output).toLocaleString('en')
  return `${tokens} tokens${costUsd === null ? '' : `, $${costUsd.toFixed(4)}`}`
}

const LOOKS = {
  verified: ['green', 'done'],
  blocked: ['red', 'conflict'],
  interrupted: ['yellow', 'warning'],
} as const
