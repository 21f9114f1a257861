import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelMessage } from 'ai'
import type { Ending } from '#words/ending.ts'
import { NO_USAGE, type Usage } from '#words/usage.ts'
import type { ModelAnswer, ModelQuestion, ToolCall, ToolResult } from './contract.ts'
import { type Heard, hearAnswer, type Tokens } from './hear-answer.ts'
import { loadModel } from './load-model.ts'
import { priceOf } from './prices.ts'
import type { ModelAddress } from './registry.ts'

export type ModelCall = {
  readonly address: ModelAddress
  readonly now: () => Date
  /** How often one answer may be asked for again, and how long to wait the first time where the API does not say. */
  readonly retries: { readonly max: number; readonly firstMs: number }
}

/** The adapter over the AI SDK: asks, runs the tools that the model names, and asks again until it has ended. */
export async function askModel(call: ModelCall, question: ModelQuestion): Promise<ModelAnswer> {
  const { stepsMax } = question
  const model = await loadModel(call.address)
  const talk: Talk = {
    messages: [{ role: 'user', content: question.prompt }],
    text: '',
    // Nothing yet, and that is known: no estimate.
    usage: { ...NO_USAGE, estimated: false },
    toolCalls: 0,
  }
  const ask = () => hearAnswer({ ...question, model, messages: talk.messages, now: call.now })
  for (let step = 0; step < stepsMax; step++) {
    const heard = await withRetries(call, { ask, question, talk })
    const ending = heard.kind === 'failed' ? heard.ending : await react(heard, { question, talk })
    if (ending !== null) return answerOf(talk, ending)
  }
  const detail = `The model had not ended after ${stepsMax} steps.`
  return answerOf(talk, { kind: 'max-turns', detail, exitCode: null })
}

/** Where a conversation stands. */
type Talk = { readonly messages: ModelMessage[]; text: string; usage: Usage; toolCalls: number }

function answerOf({ text, usage, toolCalls }: Talk, ending: Ending): ModelAnswer {
  return { ending, text, usage, toolCalls }
}

async function withRetries(
  { address, retries }: ModelCall,
  { ask, question, talk }: { ask: () => Promise<Heard>; question: ModelQuestion; talk: Talk },
): Promise<Heard> {
  for (let tries = 0; ; tries++) {
    const heard = await ask()
    talk.usage = add(talk.usage, { heard, name: address.name })
    if (heard.kind === 'said' || heard.again === null || tries >= retries.max) return heard
    const afterMs = heard.again.afterMs ?? retries.firstMs * 2 ** tries
    // Whoever started this has better things to do than to wait for an hour.
    if (afterMs > WAIT_MAX_MS) return heard
    question.onStep({ kind: 'tried-again', because: heard.ending.detail, afterMs })
    await sleep(afterMs, undefined, { signal: question.signal }).catch(() => {})
  }
}

const WAIT_MAX_MS = 60_000

/** Does what the model said, and has it told what came of it. An ending where there is nothing more to say. */
async function react(
  { text, calls, messages, stopped }: Extract<Heard, { kind: 'said' }>,
  { question, talk }: { question: ModelQuestion; talk: Talk },
): Promise<Ending | null> {
  const { tools, signal, onStep, onLastWords } = question
  talk.text = text
  talk.messages.push(...messages)
  onStep({ kind: 'said', text, calls, usage: talk.usage })
  if (stopped === 'context' || stopped === 'filter') return STOPS[stopped]
  // One after the other, in the order in which they were named: a test that runs beside an edit proves nothing.
  for (const call of calls) {
    if (signal.aborted) return STOPS.killed
    const result = await runTool(tools, call)
    talk.toolCalls += 1
    talk.messages.push(resultMessage(call, result))
    onStep({ kind: 'tool', call, result })
  }
  if (calls.length > 0) return null
  const told = stopped === 'length' ? GO_ON : onLastWords(text)
  if (told === null) return STOPS.ok
  talk.messages.push({ role: 'user', content: told })
  onStep({ kind: 'told', text: told })
  return null
}

const GO_ON = 'Your answer was cut off at the limit of its length. Go on from there, with less at a time.'

const STOPS = {
  ok: { kind: 'ok', detail: 'The model ended its turn.', exitCode: null },
  killed: { kind: 'killed', detail: 'Interrupted.', exitCode: null },
  context: {
    kind: 'context-overflow',
    detail: 'The conversation filled the model’s context.',
    exitCode: null,
  },
  filter: { kind: 'error', detail: 'The model’s maker withheld the answer.', exitCode: null },
} as const satisfies Record<string, Ending>

async function runTool(tools: ModelQuestion['tools'], { name, input }: ToolCall): Promise<ToolResult> {
  const tool = tools.find((one) => one.name === name)
  if (tool !== undefined) return tool.run(input)
  const names = tools.map((one) => one.name).join(', ')
  return { kind: 'failed', text: `There is no tool \`${name}\`. There are: ${names}.` }
}

function resultMessage({ id, name }: ToolCall, { kind, text }: ToolResult): ModelMessage {
  const output = { type: kind === 'done' ? ('text' as const) : ('error-text' as const), value: text }
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName: name, output }] }
}

function add(sum: Usage, { heard, name }: { heard: Heard; name: string }): Usage {
  if (heard.kind === 'failed') return heard.begun ? { ...sum, estimated: true } : sum
  const { tokens } = heard
  const counted = Object.fromEntries(COUNTS.map((count) => [count, sum[count] + tokens[count]])) as Tokens
  const cost = priceOf(name, tokens)
  if (cost === null) return { ...sum, ...counted }
  return { ...sum, ...counted, costUsd: (sum.costUsd ?? 0) + cost, costSource: 'table' }
}

const COUNTS = ['input', 'cacheRead', 'cacheWrite', 'output', 'reasoning'] as const
