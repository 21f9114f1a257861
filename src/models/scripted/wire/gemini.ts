import * as z from 'zod'
import type { Answer } from '../scenario.ts'
import { eventChunks, jsonChunks, plainEvent } from './chunks.ts'
import type { Asked, Parsed, Rendered, Said, Wire } from './contract.ts'
import { parseBody } from './parse-body.ts'
import { piecesOfText } from './pieces.ts'
import { spokenText } from './spoken-text.ts'
import { spellStopReason } from './stop-reason.ts'

export const gemini: Wire = {
  name: 'gemini',
  match: (method, path) => method === 'POST' && ASKED.test(path),
  parse,
  render,
  renderError: ({ status, message }) => ({
    error: {
      code: status,
      message,
      status: ERROR_STATUSES[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL'),
    },
  }),
}

/** The model stands in the address, and so does whether the answer is to be streamed. */
const ASKED = /\/([^/]+):(generateContent|streamGenerateContent)$/

const part = z.looseObject({ text: z.string().optional(), functionResponse: z.unknown().optional() })
const contentSchema = z.looseObject({ role: z.string().optional(), parts: z.array(part).default([]) })
const declared = z.looseObject({ name: z.string() })
const bodySchema = z.looseObject({
  contents: z.array(contentSchema).min(1),
  systemInstruction: contentSchema.optional(),
  tools: z.array(z.looseObject({ functionDeclarations: z.array(declared).optional() })).default([]),
})

function parse({ path, body }: Asked): Parsed {
  const parsed = parseBody(bodySchema, body)
  if (parsed.kind === 'problem') return parsed
  const { contents, systemInstruction, tools } = parsed.body
  const [, model = '', method] = ASKED.exec(path) ?? []
  const since = contents.slice(contents.findLastIndex(({ role }) => role === 'model') + 1)
  return {
    kind: 'request',
    request: {
      wire: gemini.name,
      model,
      system: spokenText(systemInstruction?.parts),
      prompt: spokenText(
        contents
          .filter(({ role }) => role !== 'model')
          .flatMap(({ parts }) => parts.filter(({ functionResponse }) => functionResponse === undefined)),
      ),
      toolNames: tools.flatMap(
        (tool) => tool.functionDeclarations?.map(({ name }) => name) ?? Object.keys(tool),
      ),
      lastToolResults: since
        .flatMap(({ parts }) => parts.map(({ functionResponse }) => functionResponse))
        .filter((result) => result !== undefined)
        .map((result) => spokenText(result) || JSON.stringify(result)),
      stream: method === 'streamGenerateContent',
      body,
    },
  }
}

function render({ answer, request, query, id }: Said): Rendered {
  if (answer.tools.some(({ custom }) => custom)) {
    return { kind: 'impossible', message: 'there are no custom tools on this wire' }
  }
  const about = { modelVersion: request.model, responseId: id }
  const finishReason = spellStopReason(answer, STOP_REASONS)
  const usage = usageOf(answer)
  const chunk = (parts: readonly Part[]) => ({ content: { role: 'model', parts }, index: 0 })
  if (!request.stream) {
    const candidates = [{ ...chunk(partsOf(answer, id)), finishReason }]
    return jsonChunks({ candidates, usageMetadata: usage, ...about })
  }
  const parts = partsOf(answer, id).flatMap(inPieces)
  const chunks = parts.map((said, index) =>
    index < parts.length - 1
      ? { candidates: [chunk([said])], usageMetadata: usageSoFar(usage), ...about }
      : { candidates: [{ ...chunk([said]), finishReason }], usageMetadata: usage, ...about },
  )
  return query.get('alt') === 'sse' ? eventChunks(chunks.map(plainEvent)) : listChunks(chunks)
}

/** Who does not ask for events gets one list, item by item. */
function listChunks(items: readonly unknown[]): Rendered {
  const texts = items.map((item, index) => `${index === 0 ? '[' : ',\r\n'}${JSON.stringify(item)}`)
  return { kind: 'answer', contentType: 'application/json', chunks: [...texts, ']'] }
}

type Part =
  | { readonly text: string; readonly thought?: true }
  | {
      readonly functionCall: { readonly id: string; readonly name: string; readonly args: unknown }
      readonly thoughtSignature?: string
    }

function partsOf({ thinking, text, tools }: Answer, id: string): Part[] {
  return [
    ...(thinking === undefined ? [] : [{ text: thinking, thought: true } as const]),
    ...(text === undefined ? [] : [{ text }]),
    ...tools.map(({ name, input }, index) => ({
      functionCall: { id: `call_${id}_${index}`, name, args: input },
      // Newer models sign their first call, and clients have to bring the signature back.
      ...(index === 0 && { thoughtSignature: btoa(id) }),
    })),
  ]
}

/** Text comes in pieces; a call is always whole on this wire. */
function inPieces(said: Part): Part[] {
  if ('functionCall' in said) return [said]
  const pieces = piecesOfText(said.text)
  return pieces.length === 0 ? [said] : pieces.map((text) => ({ ...said, text }))
}

/** What comes from the cache is part of the prompt here, and nobody says what went into it. */
function usageOf({ usage: { input, output, cacheRead, cacheWrite } }: Answer) {
  const promptTokenCount = input + cacheRead + cacheWrite
  return {
    promptTokenCount,
    candidatesTokenCount: output,
    totalTokenCount: promptTokenCount + output,
    ...(cacheRead > 0 && { cachedContentTokenCount: cacheRead }),
  }
}

function usageSoFar({ promptTokenCount }: ReturnType<typeof usageOf>) {
  return { promptTokenCount, totalTokenCount: promptTokenCount }
}

const STOP_REASONS = { stop: 'STOP', 'tool-calls': 'STOP', length: 'MAX_TOKENS', 'content-filter': 'SAFETY' }

const ERROR_STATUSES: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}
