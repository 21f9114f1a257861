import type { LanguageModel, LanguageModelUsage, ModelMessage, TextStreamPart, ToolSet } from 'ai'
import * as z from 'zod'
import type { Ending } from '#words/ending.ts'
import type { ModelTool, ToolCall } from './contract.ts'
import { explainFailure, type Failure } from './explain-failure.ts'

export type Turn = {
  readonly model: LanguageModel
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
  readonly idleMs: number
  readonly signal: AbortSignal
  readonly now: () => Date
}

export type Heard =
  | {
      readonly kind: 'said'
      readonly text: string
      readonly calls: readonly ToolCall[]
      readonly tokens: Tokens
      /** What the model said, in the form in which it has to be shown again. */
      readonly messages: readonly ModelMessage[]
      readonly stopped: 'itself' | 'length' | 'context' | 'filter'
    }
  /** `begun`: part of an answer came, and nobody will say what it cost. */
  | ({ readonly kind: 'failed'; readonly begun: boolean } & Failure)

export type Tokens = {
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
  readonly reasoning: number
}

/**
 * Listens to one answer. The SDK could run the tools and go on by itself, but it runs each as soon as it is named:
 * here nothing is done about an answer that broke off, and so it can be asked for again.
 */
export async function hearAnswer(turn: Turn): Promise<Heard> {
  const { idleMs, signal, now } = turn
  const idle = startIdleClock(idleMs)
  let begun = false
  try {
    const stream = await startStream(turn, AbortSignal.any([signal, idle.signal]))
    const draft = emptyDraft()
    for await (const part of stream.fullStream) {
      idle.tick()
      if (part.type === 'error') throw part.error
      if (part.type === 'raw') begun = true
      else note(draft, part)
    }
    const { end, text, calls } = draft
    if (end === null) throw new Error('the answer broke off')
    if (text === '' && calls.length === 0 && end.stopped === 'itself') return SPEECHLESS
    const messages = (await stream.response).messages.filter(({ role }) => role === 'assistant')
    return { kind: 'said', text, calls, messages, ...end }
  } catch (error) {
    if (signal.aborted) return { kind: 'failed', begun: true, again: null, ending: KILLED }
    if (idle.signal.aborted) return { kind: 'failed', begun: true, again: null, ending: silence(idleMs) }
    return { kind: 'failed', begun, ...explainFailure(error, now()) }
  } finally {
    idle.stop()
  }
}

function startIdleClock(idleMs: number): { tick: () => void; stop: () => void; signal: AbortSignal } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), idleMs)
  return { tick: () => timer.refresh(), stop: () => clearTimeout(timer), signal: controller.signal }
}

async function startStream({ model, system, messages, tools }: Turn, abortSignal: AbortSignal) {
  const { streamText, jsonSchema, tool } = await loadSdk()
  const offered: ToolSet = {}
  for (const { name, description, input } of tools) {
    // Without a validator: a wrong input is answered by the tool itself, in its own words.
    offered[name] = tool({ description, inputSchema: jsonSchema(z.toJSONSchema(input, SCHEMA) as object) })
  }
  return streamText({
    model,
    system: { role: 'system', content: system, providerOptions: CACHED },
    messages: messages.map((message, index) =>
      index === messages.length - 1 ? { ...message, providerOptions: CACHED } : message,
    ),
    tools: offered,
    maxRetries: 0,
    abortSignal,
    // Whatever comes is a sign of life, even what means nothing to us.
    includeRawChunks: true,
    providerOptions: { openai: { store: false } },
    onError: () => {},
  })
}

/** The SDK is heavy, and only who asks a model pays for it. What it would print is not for a user's terminal. */
async function loadSdk(): Promise<typeof import('ai')> {
  globalThis.AI_SDK_LOG_WARNINGS = false
  return import('ai')
}

/** A conversation with tools is sent again with every step. The other makers keep what they have seen by themselves. */
const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' as const } } }
const SCHEMA = { target: 'draft-7', io: 'input' } as const

type Said = Extract<Heard, { kind: 'said' }>
type Draft = { text: string; calls: ToolCall[]; end: Pick<Said, 'tokens' | 'stopped'> | null }

function emptyDraft(): Draft {
  return { text: '', calls: [], end: null }
}

/** All other parts say the same again, or are for a screen. */
function note(draft: Draft, part: TextStreamPart<ToolSet>): void {
  if (part.type === 'text-delta') draft.text += part.text
  else if (part.type === 'tool-call')
    draft.calls.push({ id: part.toolCallId, name: part.toolName, input: part.input })
  else if (part.type === 'finish-step') draft.end = { tokens: tokensOf(part.usage), stopped: stoppedBy(part) }
}

function stoppedBy({
  finishReason,
  rawFinishReason = '',
}: {
  finishReason: string
  rawFinishReason: string | undefined
}): Said['stopped'] {
  if (/context_window/.test(rawFinishReason)) return 'context'
  if (finishReason === 'length') return 'length'
  return finishReason === 'content-filter' ? 'filter' : 'itself'
}

function tokensOf(usage: LanguageModelUsage): Tokens {
  const { inputTokens = 0, inputTokenDetails, outputTokens = 0, outputTokenDetails } = usage
  const { cacheReadTokens = 0, cacheWriteTokens = 0 } = inputTokenDetails
  return {
    input: inputTokenDetails.noCacheTokens ?? Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens),
    cacheRead: cacheReadTokens,
    cacheWrite: cacheWriteTokens,
    output: outputTokens,
    reasoning: outputTokenDetails.reasoningTokens ?? 0,
  }
}

const KILLED: Ending = { kind: 'killed', detail: 'Interrupted.', exitCode: null }

const SPEECHLESS: Heard = {
  kind: 'failed',
  begun: true,
  again: { afterMs: null },
  ending: { kind: 'no-result', detail: 'The model answered without a word.', exitCode: null },
}

function silence(idleMs: number): Ending {
  return { kind: 'timeout-idle', detail: `The model was silent for ${idleMs / 1000} s.`, exitCode: null }
}
