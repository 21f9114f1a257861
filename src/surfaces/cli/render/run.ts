import { printable } from '#kit/printable.ts'
import type { RunAnswer } from '#verbs/engage-run.ts'
import { sayRestored } from '#verbs/say-restored.ts'
import type { Evidence } from '#words/evidence.ts'
import { knownUsage, type Usage } from '#words/usage.ts'
import type { Terminal } from '../terminal.ts'
import { renderProof } from './verify.ts'

/** The receipt: what was tried, what keel saw, what was stopped, and what came of it. */
export function renderRun(answer: RunAnswer, terminal: Terminal): string {
  const { paint, mark } = terminal
  const { outcome, run, task, objective, reason, commit, attempts, denials, remarks } = answer
  const { unsettled, restored, setTo, next } = answer
  const came = outcome === 'blocked' && setTo === 'deferred' ? setTo : outcome
  const [style, sign] = LOOKS[came]
  const lines = [
    `${paint(style, mark(sign))} ${paint('bold', came)}  ${objective.split('\n', 1)[0] ?? ''}`,
    ...attempts.flatMap(({ attempt, ending, usage, claimed, evidence }) => {
      const used = usedText(knownUsage(usage))
      const told =
        ending?.kind === 'ok' ? (claimed ? 'said it was done' : 'ended') : (ending?.detail ?? 'did not end')
      return [
        `  attempt ${attempt}  ${told}  ${paint('dim', used)}`,
        ...(evidence === null
          ? []
          : [`             ${renderProof(evidence, terminal)}${besideNumbers(evidence)}`]),
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

/** Why it is no proof, where the numbers of the tests do not say it. */
function besideNumbers({ passed, tampering, checks, altered }: Evidence): string {
  if (passed) return ''
  const [worst] = tampering
  if (worst !== undefined)
    return `; tests were made to say less: ${worst.path}${worst.line === null ? '' : `:${worst.line}`}`
  const broken = checks.find((check) => !check.passed && !check.failedBefore)
  if (broken !== undefined) return `; the check ${broken.name} failed: ${printable(broken.command)}`
  return altered.length === 0
    ? ''
    : `; files of the tree were changed by it: ${altered.slice(0, 3).join(', ')}`
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
  deferred: ['yellow', 'warning'],
  interrupted: ['yellow', 'warning'],
} as const
