import { treeHash } from '#kit/tree-hash.ts'
import { Fault } from '#words/fault.ts'
import { NO_USAGE } from '#words/usage.ts'
import type { Desk } from './desk.ts'
import type { Attempt } from './ledger/fold-runs.ts'
import { readSignal } from './read-signal.ts'
import type { WorkResult } from './work-once.ts'

/** One try, with its papers: recorded when it starts, and completed however it ends. */
export async function workOnAttempt(
  { order: { root, run, worker }, parts: { work, record, now, signal }, ledger }: Desk,
  { number, prompt }: { number: number; prompt: string },
): Promise<Attempt> {
  ledger.write({ attempt: number, name: 'prompt.md', text: prompt })
  const startedAt = now().toISOString()
  record({ kind: 'attempt-started', run, attempt: number, tree: await treeHash(root) })
  let result: WorkResult = UNFINISHED
  try {
    result = await work({ prompt, root, run, logFile: ledger.pathOf(number, 'host.log'), signal })
  } finally {
    ledger.redactLog(number, 'host.log')
    const { ending, usage } = result
    const paper = { run, worker, startedAt, endedAt: now().toISOString(), ...result, attempt: number }
    ledger.write({ attempt: number, name: 'attempt.json', text: `${JSON.stringify(paper, null, 2)}\n` })
    record({ kind: 'attempt-ended', run, attempt: number, ending, usage, ...saidIn(result) })
  }
  const { ending, usage } = result
  if (ending.isUnguarded === true) throw unguarded(ending.detail)
  return { attempt: number, ending, usage, ...saidIn(result), evidence: null }
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
