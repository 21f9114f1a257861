import { redactRecord } from '#kit/redact.ts'
import { treeHash } from '#kit/tree-hash.ts'
import type { Ending } from '#words/ending.ts'
import { Fault } from '#words/fault.ts'
import type { Usage } from '#words/usage.ts'
import type { Desk, RunParts } from './desk.ts'
import { type Attempt, UNTOLD } from './ledger/fold-runs.ts'
import { readSignal } from './read-signal.ts'
import { type Traces, tracesOf } from './traces-of.ts'
import type { WorkResult } from './work-once.ts'

export type AttemptOrder = {
  readonly number: number
  readonly prompt: string
  readonly pack: Attempt['pack']
}

/** One try, with its papers: recorded when it starts, and completed however it ends. */
export async function workOnAttempt(desk: Desk, { number, prompt, pack }: AttemptOrder): Promise<Attempt> {
  const { order, parts, ledger } = desk
  const { root, run, worker } = order
  const { work, record, now, signal } = parts
  ledger.write({ attempt: number, name: 'prompt.md', text: prompt })
  const startedAt = now().toISOString()
  const tree = treeHash(root)
  record({ kind: 'attempt-started', run, attempt: number, tree, pack })
  let result: Result = UNFINISHED
  let traces: Traces = { files: [], commits: [] }
  try {
    const done = await work({ prompt, root, run, logFile: ledger.pathOf(number, 'host.log'), signal })
    result = { ...done, ending: endingOf(done, parts) }
  } finally {
    traces = await tracesOf(order, tree)
    const { ending, usage } = result
    const times = { startedAt, endedAt: now().toISOString() }
    // What came of it is written once it is known.
    const about = { run, task: order.task, attempt: number, worker, ...times, outcome: null, error: null }
    const paper = redactRecord({ ...about, ...result, pack, ...traces })
    ledger.write({ attempt: number, name: 'attempt.json', text: `${JSON.stringify(paper, null, 2)}\n` })
    record({ kind: 'attempt-ended', run, attempt: number, ending, usage, ...saidIn(result), ...traces })
  }
  const { ending, usage } = result
  if (ending.isUnguarded === true) throw unguarded(ending.detail)
  return { ...UNTOLD, attempt: number, tree, ending, usage, ...saidIn(result), ...traces, pack }
}

/** Who was called off because the task is somebody else’s by now was not called off by the person who waits. */
function endingOf({ ending }: WorkResult, { hold }: RunParts): Ending {
  const lost = ending.kind === 'killed' ? (hold?.whyLost() ?? null) : null
  return lost === null ? ending : { ...ending, detail: lost.reason }
}

/** Recorded first, and then the end of the run: neither tests nor another attempt can make up for guards. */
function unguarded(detail: string): Fault {
  return new Fault({
    kind: 'config',
    code: 'not-guarded',
    message: `${detail} What it did is still in the tree, neither tested nor committed.`,
    hint: 'git status && git diff',
  })
}

/** Where keel itself failed, nobody knows what was used. */
type Result = Omit<WorkResult, 'usage'> & { readonly usage: Usage | null }

function saidIn({ text }: Result): Pick<Attempt, 'claimed' | 'stuck'> {
  const said = readSignal(text)
  return { claimed: said.kind === 'complete', stuck: said.kind === 'stuck' ? said.reason : null }
}

const UNFINISHED: Result = {
  ending: { kind: 'crash', detail: 'keel itself failed while the agent was at work.', exitCode: null },
  text: '',
  usage: null,
  session: null,
}
