import type { Ending } from '#words/ending.ts'
import { NO_USAGE, type Usage } from '#words/usage.ts'
import type { ProcessExit, StreamReader } from '../drive.ts'
import { endWithoutResult } from '../end-without-result.ts'
import { kindOfFailure } from './kind-of-failure.ts'
import { parseStreamEvent, type StreamEvent, type TurnUsage } from './stream-event.ts'

/** Reads `codex exec --json`. */
export function readStream(): StreamReader {
  const heard: Heard = {
    session: null,
    text: '',
    turn: null,
    error: null,
    usage: null,
    toolCalls: new Set(),
    hasActed: false,
    unreadLines: 0,
  }
  return {
    read: (line) => {
      const event = parseStreamEvent(line)
      if (event === null) heard.unreadLines += 1
      else hear(heard, event)
      return { isSettled: heard.turn !== null, hasActed: heard.hasActed }
    },
    finish: (exit) => ({
      ending: endingOf(heard, exit),
      text: heard.text,
      session: heard.session,
      usage: usageOf(heard.usage),
      toolCalls: heard.toolCalls.size,
      unreadLines: heard.unreadLines,
    }),
  }
}

type Heard = {
  session: string | null
  text: string
  /** How the last turn ended; null while one goes on. */
  turn: { readonly kind: 'completed' } | { readonly kind: 'failed'; readonly message: string } | null
  /** What the program complained of last, if nothing has come since: most of it is retried. */
  error: string | null
  usage: TurnUsage | null
  readonly toolCalls: Set<string>
  hasActed: boolean
  unreadLines: number
}

function hear(heard: Heard, event: StreamEvent): void {
  switch (event.type) {
    case 'thread.started':
      heard.session = event.thread_id
      return
    case 'turn.started':
      heard.turn = null
      heard.error = null
      return
    case 'item.started':
    case 'item.completed':
      if (event.item.type !== 'error') heard.error = null
      if (TOOLS.has(event.item.type)) {
        heard.toolCalls.add(event.item.id)
        if (event.type === 'item.completed') heard.hasActed = true
      }
      if ('text' in event.item && event.item.type === 'agent_message') heard.text = event.item.text ?? ''
      return
    case 'turn.completed':
      heard.turn = { kind: 'completed' }
      // The total of the thread, so the last one holds them all.
      heard.usage = event.usage ?? heard.usage
      return
    case 'turn.failed':
      heard.turn = { kind: 'failed', message: event.error.message }
      return
    case 'error':
      heard.error = event.message
      return
    case 'other':
  }
}

/** A call that a hook denied shows nowhere in the stream. The model's maker searches the web, and no hook hears of it. */
const TOOLS = new Set(['command_execution', 'file_change', 'mcp_tool_call', 'collab_tool_call'])

function endingOf({ turn, error }: Heard, exit: ProcessExit): Ending {
  const without = endWithoutResult(exit)
  // Somebody who calls a run off wants none of it, finished or not; nor is there any use for what no guard has seen.
  if (exit.kind === 'aborted' || exit.kind === 'unguarded') return without
  const { exitCode } = without
  if (turn?.kind === 'completed') return { kind: 'ok', detail: 'The agent ended its turn.', exitCode }
  // Told to come back in an hour, it waits for an hour and says nothing: the clock only ended the waiting.
  const hasFailed = exit.kind === 'idle' || exit.kind === 'wall' || (exit.kind === 'exit' && exit.code !== 0)
  const failure = turn?.message ?? (hasFailed ? error : null)
  if (failure === null) return without
  return { kind: kindOfFailure(failure), detail: failure.slice(0, 500), exitCode }
}

function usageOf(usage: TurnUsage | null): Usage {
  if (usage === null) return NO_USAGE
  const { input_tokens, cached_input_tokens, cache_write_input_tokens } = usage
  return {
    ...NO_USAGE,
    // Codex counts what the cache gave and took among the input.
    input: Math.max(0, input_tokens - cached_input_tokens - cache_write_input_tokens),
    cacheRead: cached_input_tokens,
    cacheWrite: cache_write_input_tokens,
    output: usage.output_tokens,
    reasoning: usage.reasoning_output_tokens,
    estimated: false,
  }
}
