import { treeChanges } from '#kit/tree-changes.ts'
import { treeHash } from '#kit/tree-hash.ts'
import type { Entry, Fact, Worker } from '#words/entry.ts'
import { Fault } from '#words/fault.ts'
import type { Usage } from '#words/usage.ts'
import { openLedger } from '../ledger/open-ledger.ts'
import type { TaskDraft } from '../tasks/import/contract.ts'
import type { WorkOnce, WorkResult } from '../work-once.ts'
import { composePlanPrompt, type PlanPromptParts } from './compose-plan-prompt.ts'
import { readAnswer } from './read-answer.ts'

export type PlanQuestion = Omit<PlanPromptParts, 'wrong'> & {
  readonly root: string
  /** What the papers in the ledger are called by. */
  readonly run: string
  readonly worker: Worker
}

export type PlanParts = {
  readonly ask: WorkOnce
  readonly record: (fact: Fact) => Entry
  readonly signal: AbortSignal
}

export type PlannedAnswer = {
  readonly drafts: readonly TaskDraft[]
  readonly cut: number
  readonly usages: readonly Usage[]
}

/** Asks for a plan, and once more with what is wrong where it cannot be used. Nobody may change the tree while they plan. */
export async function askForPlan(question: PlanQuestion, parts: PlanParts): Promise<PlannedAnswer> {
  const usages: Usage[] = []
  let wrong: PlanPromptParts['wrong'] = null
  for (let attempt = 1; attempt <= ASKED_MAX; attempt++) {
    const { text: prompt, cut } = composePlanPrompt({ ...question, wrong })
    const result = await askOnce(prompt, { question, parts, attempt })
    usages.push(result.usage)
    const answer = readAnswer(result.text)
    const tasks = answer.kind === 'plan' ? answer.drafts.length - 1 : null
    const reason = answer.kind === 'plan' ? '' : answer.reasons.join(' ')
    const { run, path, worker } = question
    const { ending, usage } = result
    parts.record({ kind: 'planned', run, attempt, specification: path, worker, ending, usage, tasks, reason })
    if (ending.kind !== 'ok') throw noPlan(`No plan came of it: ${ending.detail}`, run)
    if (answer.kind === 'plan') return { drafts: answer.drafts, cut, usages }
    wrong = { answer: result.text, reasons: answer.reasons }
  }
  const reasons = wrong?.reasons.map((reason) => `  ${reason}`).join('\n') ?? ''
  throw noPlan(`The plan could not be used, and neither could the one before:\n${reasons}`, question.run)
}

const ASKED_MAX = 2

type Asking = { readonly question: PlanQuestion; readonly parts: PlanParts; readonly attempt: number }

async function askOnce(prompt: string, { question, parts, attempt }: Asking): Promise<WorkResult> {
  const { root, run } = question
  const ledger = openLedger(root, run)
  ledger.write({ attempt, name: 'prompt.md', text: prompt })
  const before = treeHash(root)
  const logFile = ledger.pathOf(attempt, 'host.log')
  const result = await parts.ask({ prompt, root, run, logFile, signal: parts.signal })
  ledger.write({
    attempt,
    name: 'attempt.json',
    text: `${JSON.stringify({ ...question, pack: undefined, attempt, ...result }, null, 2)}\n`,
  })
  const after = treeHash(root)
  if (after === before) return result
  const { path, worker } = question
  const { ending, usage } = result
  const changes = (await treeChanges({ root, from: before, to: after })) ?? []
  const names = changes.map((change) => change.path).slice(0, NAMES_MAX)
  const reason = `Files were changed: ${names.join(', ')}.`
  parts.record({
    kind: 'planned',
    run,
    attempt,
    specification: path,
    worker,
    ending,
    usage,
    tasks: null,
    reason,
  })
  throw new Fault({
    kind: 'user',
    code: 'plan-changed-files',
    message: `Files were changed while the plan was made, so it is not taken: ${names.join(', ')}.`,
    hint: 'git status && git diff',
  })
}

const NAMES_MAX = 10

function noPlan(message: string, run: string): Fault {
  return new Fault({ kind: 'user', code: 'no-plan', message, hint: `cat .keel/ledger/${run}/*/host.log` })
}
