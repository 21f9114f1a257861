import { describeAction } from '#guard/describe-action.ts'
import type { HookDialect, Question } from '#hosts/hook-dialect.ts'
import type { Decision, Denial } from '#words/decision.ts'
import type { Fact } from '#words/entry.ts'
import type { HookAnswer, HookCall } from '#words/hook-call.ts'
import { type Bench, judgeCall } from './judge-call.ts'

export type HookRequest = {
  readonly host: string
  readonly dialect: HookDialect
  readonly payload: string
  readonly benchFor: (cwd: string) => Bench
  readonly append: (root: string, fact: Fact) => Promise<void>
  /** The run of keel's loop that started the host, if one did. */
  readonly run: string | null
  /** Hears that the host asks before an action, whatever the answer will be. */
  readonly onAsked: () => void
}

/** The walk of one question: read, judge, record, answer. Nothing that goes wrong on the way lets anything through. */
export async function answerHook(request: HookRequest): Promise<HookAnswer> {
  const { dialect, payload } = request
  const parsed = dialect.parse(payload)
  const question = parsed.kind === 'call' ? parsed.call : parsed.question
  if (question === null || question.moment === 'before') request.onAsked()
  if (parsed.kind === 'unreadable') {
    const denial = selfDenial(`The question could not be read: ${parsed.because}.`)
    return dialect.render(isLetGo(parsed.question) ? { kind: 'allow' } : denial, parsed.question)
  }
  const call = request.run === null ? parsed.call : withoutEnd(parsed.call)
  if (call.actions.length === 0) return dialect.render({ kind: 'allow' }, call)
  const bench = request.benchFor(call.cwd)
  const decision = await judgeCall(call, bench).catch((error: unknown) => selfDenial(couldNotJudge(error)))
  if (decision.kind === 'allow') return dialect.render(decision, call)
  const recorded = await record({ request, call, denial: decision, root: bench.roots[0] })
  return dialect.render(isLetGo(call) ? { kind: 'allow' } : recorded, call)
}

/** In a run of its own keel proves the work itself as soon as the agent ends: whatever that says of it is no deed. */
function withoutEnd(call: HookCall): HookCall {
  return { ...call, actions: call.actions.filter(({ kind }) => kind !== 'finish') }
}

/** The answer where something went wrong outside of the walk. */
export function answerTrouble({ dialect, payload, trouble }: Trouble): HookAnswer {
  const parsed = payload === null ? null : dialect.parse(payload)
  const question = parsed === null ? null : parsed.kind === 'call' ? parsed.call : parsed.question
  const isAsked = question?.moment !== 'other' && !isLetGo(question)
  return dialect.render(isAsked ? selfDenial(couldNotJudge(trouble)) : { kind: 'allow' }, question)
}

export type Trouble = {
  readonly dialect: HookDialect
  readonly payload: string | null
  readonly trouble: unknown
}

/**
 * An agent is sent back once at the end of a turn and then let go: some hosts would send it back for ever. The denial
 * stands in the journal all the same.
 */
function isLetGo(question: Question | null): boolean {
  return question?.moment === 'finish' && question.sentBack
}

function selfDenial(reason: string): Denial {
  return { kind: 'deny', guard: 'keel', reason, action: null }
}

function couldNotJudge(error: unknown): string {
  return `This could not be judged and is therefore denied: ${error instanceof Error ? error.message : String(error)}`
}

type Recording = {
  readonly request: HookRequest
  readonly call: HookCall
  readonly denial: Denial
  readonly root: string
}

/** A denial that cannot be recorded is a denial, and says that it was not recorded. */
async function record({ request, call, denial, root }: Recording): Promise<Decision> {
  const { host, run, append } = request
  const action = denial.action ?? call.actions[0] ?? null
  const suffix = isLetGo(call) ? ' (Let go: the agent had been sent back once at this end of a turn.)' : ''
  try {
    await append(root, {
      kind: 'denied',
      host,
      session: call.session,
      call: call.call,
      guard: denial.guard,
      reason: `${denial.reason}${suffix}`,
      action: describeAction(action, root),
      run,
    })
    return denial
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ...denial, reason: `${denial.reason} (keel could not write this down: ${why})` }
  }
}
