import type * as z from 'zod'
import type { Ending } from '#words/ending.ts'
import type { Usage } from '#words/usage.ts'

/** One conversation with a model: it works with its tools until it has said its last words. Every failure of it is an ending. */
export type AskModel = (question: ModelQuestion) => Promise<ModelAnswer>

export type ModelQuestion = {
  readonly system: string
  readonly prompt: string
  readonly tools: readonly ModelTool[]
  /** How often the model may speak. */
  readonly stepsMax: number
  /** How long it may be silent while it is its turn. */
  readonly idleMs: number
  readonly signal: AbortSignal
  readonly onStep: (step: ModelStep) => void
  /** Hears the last words. What it answers goes back as one more turn of the user's; null lets the model end. */
  readonly onLastWords: (text: string) => string | null
}

/** A tool as a model sees it. `run` takes whatever the model sent, and answers in words that it can read. */
export type ModelTool = {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType
  readonly run: (input: unknown) => Promise<ToolResult>
}

export type ToolResult = {
  /** `denied`: a guard said no, and nothing happened. */
  readonly kind: 'done' | 'failed' | 'denied'
  readonly text: string
}

/** What happened in the conversation, as it happens. */
export type ModelStep =
  | {
      readonly kind: 'said'
      readonly text: string
      readonly calls: readonly ToolCall[]
      readonly usage: Usage
    }
  | { readonly kind: 'tool'; readonly call: ToolCall; readonly result: ToolResult }
  | { readonly kind: 'told'; readonly text: string }
  | { readonly kind: 'tried-again'; readonly because: string; readonly afterMs: number }

export type ToolCall = { readonly id: string; readonly name: string; readonly input: unknown }

export type ModelAnswer = {
  readonly ending: Ending
  /** The last words. */
  readonly text: string
  readonly usage: Usage
  readonly toolCalls: number
}
