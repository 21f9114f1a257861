import { git } from '#kit/git.ts'
import { treeChanges } from '#kit/tree-changes.ts'
import { treeHash } from '#kit/tree-hash.ts'
import { Fault } from '#words/fault.ts'
import { NO_USAGE } from '#words/usage.ts'
import type { Desk } from './desk.ts'
import { type Attempt, UNTOLD } from './ledger/fold-runs.ts'
import { readSignal } from './read-signal.ts'
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
  let result: WorkResult = UNFINISHED
  let traces: Traces = { files: [], commits: [] }
  try {
    result = await work({ prompt, root, run, logFile: ledger.pathOf(number, 'host.log'), signal })
  } finally {
    traces = await tracesOf(order, tree)
    const { ending, usage } = result
    const times = { startedAt, endedAt: now().toISOString() }
    const paper = { run, task: order.task, worker, ...times, ...result, attempt: number, pack, ...traces }
    ledger.write({ attempt: number, name: 'attempt.json', text: `${JSON.stringify(paper, null, 2)}\n` })
    record({ kind: 'attempt-ended', run, attempt: number, ending, usage, ...saidIn(result), ...traces })
  }
  const { ending, usage } = result
  if (ending.isUnguarded === true) throw unguarded(ending.detail)
  return { ...UNTOLD, attempt: number, ending, usage, ...saidIn(result), ...traces, pack }
}

type Traces = Pick<Attempt, 'files' | 'commits'>

/** What an agent has left: files that are other than before it, and commits since the run began. */
async function tracesOf({ root, stand }: Desk['order'], tree: string): Promise<Traces> {
  const changes = (await treeChanges({ root, from: tree, to: treeHash(root) })) ?? []
  const commits = await git(root, ['rev-list', `--max-count=${NAMES_MAX}`, `${stand.head}..HEAD`])
  return {
    files: changes.map(({ path }) => path).slice(0, NAMES_MAX),
    commits: commits.kind === 'ok' ? commits.output.split('\n').filter((line) => line !== '') : [],
  }
}

const NAMES_MAX = 200

/** Recorded first, and then the end of the run: neither tests nor another attempt can make up for guards. */
function unguarded(detail: string): Fault {
  return new Fault({
    kind: 'config',
    code: 'not-guarded',
    message: `${detail} What it did is still in the tree, neither tested nor committed.`,
    hint: 'git status && git diff',
  })
}

function saidIn({ text }: WorkResult): Pick<Attempt, 'claimed' | 'stuck'> {
  const said = readSignal(text)
  return { claimed: said.kind === 'complete', stuck: said.kind === 'stuck' ? said.reason : null }
}

const UNFINISHED: WorkResult = {
  ending: { kind: 'crash', detail: 'keel itself failed while the agent was at work.', exitCode: null },
  text: '',
  usage: NO_USAGE,
  session: null,
}
