import type { Decision } from '#words/decision.ts'
import type { HookAnswer, HookCall } from '#words/hook-call.ts'

/** How one host asks its hooks, and how it wants to be answered. Pure, and light enough to load on every tool call. */
export type HookDialect = {
  /** What a host says on stdin. A known tool with fields that make no sense is `unreadable`, and will be denied. */
  readonly parse: (payload: string) => ParsedHook
  /**
   * An allow is silent. `event` and `moment` are null where the question itself could not be read, and the answer still
   * has to deny.
   */
  readonly render: (decision: Decision, question: Question) => HookAnswer
}

export type ParsedHook =
  | { readonly kind: 'call'; readonly call: HookCall }
  | { readonly kind: 'unreadable'; readonly because: string; readonly question: Question }

export type Question = Pick<HookCall, 'event' | 'moment'> | null
