import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerAside } from './answer-aside.ts'
import { type Choice, chooseStep, type Progress } from './choose-step.ts'
import type { NeutralRequest } from './neutral-request.ts'
import { type ReadBody, readBody } from './read-body.ts'
import type { LoggedRequest, RequestLog } from './request-log.ts'
import type { Answer, Scenario } from './scenario.ts'
import { sendAnswer } from './send-answer.ts'
import { anthropicMessages } from './wire/anthropic-messages.ts'
import type { Parsed, Said, Wire } from './wire/contract.ts'
import { gemini } from './wire/gemini.ts'
import { openaiChat } from './wire/openai-chat.ts'
import { openaiResponses } from './wire/openai-responses.ts'

/** One server at work. */
export type Stage = {
  readonly scenario: Scenario
  readonly log: RequestLog
  /** Tells this server's ids from those of every other. */
  readonly run: string
  readonly now: () => Date
  progress: Progress
}

type Exchange = {
  readonly stage: Stage
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const wires: readonly Wire[] = [anthropicMessages, openaiResponses, openaiChat, gemini]

/** From the first byte of a request to the last of its answer. Never throws: one client's trouble is its own. */
export async function answerRequest(exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  try {
    const body = await readBody(request)
    const { method = 'GET', url = '/' } = request
    const wire = wires.find(({ match }) => match(method, pathOf(url)))
    if (wire === undefined) stepAside(exchange, body)
    else await converse({ ...exchange, wire, body, signal: gone.signal })
  } catch (error) {
    // A client that hung up has its reasons, and none of them is ours.
    if (gone.signal.aborted) return
    if (response.headersSent) response.destroy()
    else sendJson(response, { status: 500, body: { error: { message: `scripted model: ${error}` } } })
  }
}

function pathOf(url: string): string {
  return url.split('?')[0] ?? url
}

function stepAside({ stage, request, response }: Exchange, body: ReadBody): void {
  const { method = 'GET', url = '/' } = request
  note({ stage, request, body }, { wire: null, lane: null, step: null, answer: 'aside' })
  const text = body.kind === 'json' ? body.text : ''
  sendJson(response, answerAside({ method, path: pathOf(url), text, scenario: stage.scenario }))
}

async function converse({
  stage,
  request: incoming,
  response,
  wire,
  body,
  signal,
}: Exchange & { wire: Wire; body: ReadBody; signal: AbortSignal }): Promise<void> {
  const heard = { stage, request: incoming, body }
  const url = incoming.url ?? '/'
  const query = new URLSearchParams(url.split('?')[1])
  const parsed: Parsed =
    body.kind === 'json'
      ? wire.parse({ path: pathOf(url), query, body: body.value })
      : { kind: 'problem', message: body.message }
  if (parsed.kind === 'problem') {
    note(heard, { wire: wire.name, lane: null, step: null, answer: 'refused' })
    const status = body.kind === 'too-large' ? 413 : 400
    refuse(response, { wire, status, message: parsed.message })
    return
  }
  const { choice, progress } = chooseStep({
    scenario: stage.scenario,
    progress: stage.progress,
    request: parsed.request,
  })
  stage.progress = progress
  const seq = note(heard, { wire: wire.name, ...credit(choice) })
  if (choice.kind === 'exhausted' || choice.kind === 'stranger') {
    refuse(response, { wire, status: 500, message: complain(choice, parsed.request) })
    return
  }
  const { answer } = choice
  const said = { answer, request: parsed.request, query, id: `${stage.run}${seq}`, time: stage.now() }
  await perform({ wire, said, response, signal })
}

type Credit = Pick<LoggedRequest, 'wire' | 'lane' | 'step' | 'answer'>

function note(
  { stage, request, body }: Omit<Exchange, 'response'> & { body: ReadBody },
  credited: Credit,
): number {
  const { method = 'GET', url = '/', headers } = request
  const heard = body.kind === 'json' ? body.value : body.kind === 'text' ? body.text : null
  return stage.log.append({ method, path: url, headers, ...credited, body: heard })
}

function credit(choice: Choice): Pick<Credit, 'lane' | 'step' | 'answer'> {
  switch (choice.kind) {
    case 'step':
      return { lane: choice.lane, step: choice.step, answer: 'step' }
    case 'otherwise':
      return { lane: choice.lane, step: null, answer: 'otherwise' }
    case 'auxiliary':
      return { lane: null, step: null, answer: 'auxiliary' }
    case 'exhausted':
      return { lane: choice.lane, step: null, answer: 'refused' }
    case 'stranger':
      return { lane: null, step: null, answer: 'refused' }
  }
}

/** A test must never pass because the script ran out, so the reason has to be plain wherever it surfaces. */
function complain(
  choice: Extract<Choice, { kind: 'exhausted' | 'stranger' }>,
  { wire, model, toolNames }: NeutralRequest,
): string {
  switch (choice.kind) {
    case 'exhausted': {
      const missing = `scripted model: lane ${choice.lane} has no step ${choice.step}`
      if (choice.left.length === 0) return missing
      return `${missing} for this request (left: ${choice.left.join(', ')}, whose conditions do not hold)`
    }
    case 'stranger':
      return `scripted model: no lane takes this request (${wire}, model ${model}, ${toolNames.length} tools)`
  }
}

async function perform({
  wire,
  said,
  response,
  signal,
}: {
  wire: Wire
  said: Said
  response: ServerResponse
  signal: AbortSignal
}): Promise<void> {
  const { delayMs, error, hang } = said.answer
  if (delayMs > 0) await sleep(delayMs, undefined, { signal })
  if (hang === true) return
  if (error !== undefined) {
    sendError(response, { wire, error })
    return
  }
  const rendered = wire.render(said)
  switch (rendered.kind) {
    case 'answer':
      return sendAnswer({ response, answer: said.answer, rendered, signal })
    case 'impossible':
      return refuse(response, { wire, status: 500, message: `scripted model: ${rendered.message}` })
  }
}

function sendError(
  response: ServerResponse,
  { wire, error }: { wire: Wire; error: NonNullable<Answer['error']> },
): void {
  sendJson(response, { ...error, body: error.body ?? wire.renderError(error) })
}

function refuse(
  response: ServerResponse,
  { wire, status, message }: { wire: Wire; status: number; message: string },
): void {
  // Some clients try ten times, and the script will not have changed by then.
  const headers = { 'x-should-retry': 'false' }
  sendJson(response, { status, headers, body: wire.renderError({ status, message }) })
}

function sendJson(
  response: ServerResponse,
  { status, body, headers }: { status: number; body: unknown; headers?: Readonly<Record<string, string>> },
): void {
  const text = typeof body === 'string' ? body : body === null ? '' : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(text)
}
