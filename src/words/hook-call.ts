import type { Action, Caller } from './action.ts'

/** One question of a host's hook, parsed. */
export type HookCall = {
  /** The host's own name of the event, which the answer has to repeat. */
  readonly event: string
  readonly moment: 'before' | 'after' | 'finish' | 'other'
  readonly session: string
  readonly cwd: string
  /** The host's id of the tool call, by which two hooks on the same call are known for one. */
  readonly call: string | null
  readonly caller: Caller
  /** All that the call would do: a patch may touch several files. */
  readonly actions: readonly Action[]
  /** True where the agent was already sent back to work at this end of a turn. */
  readonly sentBack: boolean
}

/** What keel's process says and how it ends, in the tongue of one host. */
export type HookAnswer = { readonly stdout: string; readonly stderr: string; readonly exitCode: number }
