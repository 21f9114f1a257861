import type { Decision } from '#words/decision.ts'
import type { HookAnswer, HookCall } from '#words/hook-call.ts'

/** How one host asks its hooks, and how it wants to be answered. Pure, and light enough to load on every tool call. */
export type HookDialect = {
  /**
   * What a host says on stdin. Whatever the bytes, this does not throw. A known tool with fields that make no sense is
   * `unreadable`, and will be denied; an unknown event has no actions, and nobody is asked about it.
   */
  readonly parse: (payload: string) => ParsedHook
  /** An allow is silent. The question is null where it could not be read, and the answer still has to deny. */
  readonly render: (decision: Decision, question: Question | null) => HookAnswer
  /** Where the host is told to ask keel, relative to the project: whoever writes there can tell it to stop asking. */
  readonly settingsFiles: readonly string[]
  /** The variable in which the host names the project, wherever its agent has gone since; null for none. */
  readonly projectVariable: string | null
}

export type ParsedHook =
  | { readonly kind: 'call'; readonly call: HookCall }
  | { readonly kind: 'unreadable'; readonly because: string; readonly question: Question | null }

/** As much of a call as an answer needs. */
export type Question = Pick<HookCall, 'event' | 'moment' | 'sentBack'>
