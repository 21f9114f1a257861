import * as z from 'zod'
import { type EventOf, eventParser } from '../event-parser.ts'

const tokens = z.number().catch(0)

/** What keel wants of each kind of event; the rest of it changes from version to version. */
const schemas = {
  system: z.object({
    type: z.literal('system'),
    subtype: z.string(),
    session_id: z.string().optional(),
    /** Where its key comes from; `none` for who is logged in with a subscription. */
    apiKeySource: z.string().optional().catch(undefined),
    error: z.string().optional().catch(undefined),
  }),
  assistant: z.object({
    type: z.literal('assistant'),
    session_id: z.string().optional(),
    parent_tool_use_id: z.string().nullish(),
    /** Present where the program speaks for itself, because the model did not answer. */
    error: z.string().optional(),
    message: z.object({
      id: z.string(),
      content: z.array(
        z.object({
          type: z.string(),
          id: z.string().optional(),
          text: z.string().optional(),
          name: z.string().optional().catch(undefined),
          input: z.unknown().optional(),
        }),
      ),
      usage: z
        .object({
          input_tokens: tokens,
          cache_read_input_tokens: tokens,
          cache_creation_input_tokens: tokens,
          output_tokens: tokens,
        })
        .optional(),
    }),
  }),
  user: z.object({
    type: z.literal('user'),
    message: z.object({
      content: z
        .array(
          z.object({
            tool_use_id: z.string().optional(),
            is_error: z.boolean().optional(),
            content: z.unknown(),
          }),
        )
        // What somebody typed, or the program in their place.
        .catch([]),
    }),
  }),
  rate_limit_event: z.object({
    type: z.literal('rate_limit_event'),
    rate_limit_info: z.object({ status: z.string(), resetsAt: z.number().optional().catch(undefined) }),
  }),
  result: z.object({
    type: z.literal('result'),
    subtype: z.string(),
    is_error: z.boolean(),
    session_id: z.string().optional(),
    result: z.string().optional(),
    errors: z.array(z.string()).optional().catch(undefined),
    terminal_reason: z.string().nullish().catch(undefined),
    api_error_status: z.number().nullish().catch(undefined),
    total_cost_usd: z.number().optional().catch(undefined),
    modelUsage: z
      .record(
        z.string(),
        z.object({
          inputTokens: tokens,
          cacheReadInputTokens: tokens,
          cacheCreationInputTokens: tokens,
          outputTokens: tokens,
          thinkingTokens: tokens,
        }),
      )
      .optional()
      .catch(undefined),
  }),
}

export const parseStreamEvent = eventParser(schemas)

export type StreamEvent = EventOf<typeof schemas>
export type ResultEvent = Extract<StreamEvent, { type: 'result' }>
export type UserEvent = Extract<StreamEvent, { type: 'user' }>
export type AssistantEvent = Extract<StreamEvent, { type: 'assistant' }>
