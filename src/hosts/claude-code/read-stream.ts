import { NO_USAGE, type Usage } from '#words/usage.ts'
import type { ProcessExit, StreamReader } from '../drive.ts'
import { endWithoutResult } from '../end-without-result.ts'
import { type ApiTrouble, endingOfResult, kindOfError } from './ending-of-result.ts'
import {
  type AssistantEvent,
  parseStreamEvent,
  type ResultEvent,
  type StreamEvent,
  type UserEvent,
} from './stream-event.ts'

/** Reads `--output-format stream-json`. */
export function readStream(): StreamReader {
  const heard = nothingHeard()
  return {
    read: (line) => {
      const event = parseStreamEvent(line)
      if (event === null) heard.unreadLines += 1
      else hear(heard, event)
      return { isSettled: heard.result !== null, hasActed: heard.hasActed }
    },
    finish: (exit) => ({
      ending: endingOf(heard, exit),
      text: lastWords(heard),
      session: heard.session,
      usage: usageOf(heard),
      toolCalls: heard.toolCalls.size,
      unreadLines: heard.unreadLines,
    }),
  }
}

type Heard = {
  session: string | null
  /** Nobody is billed for single tokens: what the program calls a cost is what it would be. */
  isSubscribed: boolean
  /** The last thing the main agent said. */
  text: string
  /** Null again when the agent works on, as after one in the background: of several results the last counts. */
  result: ResultEvent | null
  trouble: ApiTrouble
  readonly toolCalls: Set<string>
  hasActed: boolean
  readonly usageByMessage: Map<string, NonNullable<AssistantEvent['message']['usage']>>
  unreadLines: number
}

function nothingHeard(): Heard {
  return {
    session: null,
    isSubscribed: false,
    text: '',
    result: null,
    trouble: { error: null, retried: null, limit: null },
    toolCalls: new Set(),
    hasActed: false,
    usageByMessage: new Map(),
    unreadLines: 0,
  }
}

function hear(heard: Heard, event: StreamEvent): void {
  switch (event.type) {
    case 'system':
      heard.session = event.session_id ?? heard.session
      if (event.subtype === 'init') {
        heard.result = null
        heard.isSubscribed = event.apiKeySource === 'none'
      }
      if (event.subtype === 'api_retry') heard.trouble = { ...heard.trouble, retried: event.error ?? '' }
      return
    case 'assistant':
      hearAssistant(heard, event)
      return
    case 'user':
      hearUser(heard, event)
      return
    case 'rate_limit_event': {
      const { status, resetsAt } = event.rate_limit_info
      heard.trouble = { ...heard.trouble, limit: status === 'rejected' ? { resetsAt } : null }
      return
    }
    case 'result':
      heard.session = event.session_id ?? heard.session
      heard.result = event
      return
    case 'other':
  }
}

function hearAssistant(heard: Heard, { message, parent_tool_use_id, error }: AssistantEvent): void {
  // One event a block of content, each with the usage of the whole message.
  if (message.usage !== undefined) heard.usageByMessage.set(message.id, message.usage)
  for (const { type, id } of message.content)
    if (type === 'tool_use' && id !== undefined) heard.toolCalls.add(id)
  if ((parent_tool_use_id ?? null) !== null) return
  heard.result = null
  heard.trouble = { ...heard.trouble, error: error ?? null, retried: null }
  const said = message.content.filter(({ type }) => type === 'text').map(({ text = '' }) => text)
  if (said.length > 0 && error === undefined) heard.text = said.join('\n')
}

/** A call that made no sense to the program was never made, and no hook was asked about it. */
function hearUser(heard: Heard, { message }: UserEvent): void {
  for (const { tool_use_id, is_error, content } of message.content) {
    if (tool_use_id === undefined) continue
    const isSenseless = is_error === true && String(content).startsWith('<tool_use_error>')
    if (isSenseless) heard.toolCalls.delete(tool_use_id)
    else heard.hasActed = true
  }
}

/** A result that failed holds the words of the program, and one that a hook wore down holds none. */
function lastWords({ result, trouble, text }: Heard): string {
  const isSpoken = result !== null && !result.is_error && trouble.error === null
  return (isSpoken ? result.result : undefined) || text
}

function endingOf({ result, trouble }: Heard, exit: ProcessExit) {
  const without = endWithoutResult(exit)
  // Somebody who calls a run off wants none of it, finished or not; nor is there any use for what no guard has seen.
  if (exit.kind === 'aborted' || exit.kind === 'unguarded') return without
  if (result !== null) return { ...endingOfResult(result, trouble), exitCode: without.exitCode }
  const { limit, retried } = trouble
  // The clock only ended the waiting for a model that did not answer.
  if (limit === null && retried !== null && (exit.kind === 'idle' || exit.kind === 'wall'))
    return { ...without, kind: kindOfError(retried), detail: `The model’s API did not answer: ${retried}.` }
  if (limit === null || exit.kind === 'not-started') return without
  const { resetsAt } = limit
  const lifted = resetsAt === undefined ? {} : { resetsAt: resetsAt * 1000 }
  return { ...without, kind: 'rate-limited' as const, ...lifted }
}

function costSourceOf(
  { total_cost_usd }: ResultEvent,
  told: 'subscription' | 'reported',
): Usage['costSource'] {
  return total_cost_usd === undefined ? 'none' : told
}

function usageOf({ result, usageByMessage, isSubscribed }: Heard): Usage {
  if (result?.modelUsage !== undefined) {
    const models = Object.values(result.modelUsage)
    return {
      input: sum(models.map(({ inputTokens }) => inputTokens)),
      cacheRead: sum(models.map(({ cacheReadInputTokens }) => cacheReadInputTokens)),
      cacheWrite: sum(models.map(({ cacheCreationInputTokens }) => cacheCreationInputTokens)),
      output: sum(models.map(({ outputTokens }) => outputTokens)),
      reasoning: sum(models.map(({ thinkingTokens }) => thinkingTokens)),
      costUsd: result.total_cost_usd ?? null,
      costSource: costSourceOf(result, isSubscribed ? 'subscription' : 'reported'),
      estimated: false,
    }
  }
  // An event tells the usage at the start of its message, so this is less output than there was.
  const messages = [...usageByMessage.values()]
  return {
    ...NO_USAGE,
    input: sum(messages.map(({ input_tokens }) => input_tokens)),
    cacheRead: sum(messages.map(({ cache_read_input_tokens }) => cache_read_input_tokens)),
    cacheWrite: sum(messages.map(({ cache_creation_input_tokens }) => cache_creation_input_tokens)),
    output: sum(messages.map(({ output_tokens }) => output_tokens)),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
