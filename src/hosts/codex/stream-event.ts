import * as z from 'zod'
import { type EventOf, eventParser } from '../event-parser.ts'

const tokens = z.number().catch(0)

/** What keel wants of each kind of event. A top-level `error` may be a mere retry, and an item of that type a warning. */
const schemas = {
  'thread.started': z.object({ type: z.literal('thread.started'), thread_id: z.string() }),
  'turn.started': z.object({ type: z.literal('turn.started') }),
  'item.started': z.object({
    type: z.literal('item.started'),
    item: z.object({ id: z.string(), type: z.string() }),
  }),
  'item.completed': z.object({
    type: z.literal('item.completed'),
    item: z.object({
      id: z.string(),
      type: z.string(),
      text: z.string().optional(),
      command: z.string().optional().catch(undefined),
      aggregated_output: z.string().optional().catch(undefined),
      exit_code: z.number().nullish().catch(undefined),
      tool: z.string().optional().catch(undefined),
      arguments: z.unknown().optional(),
      changes: z
        .array(z.object({ path: z.string(), kind: z.string().optional().catch(undefined) }))
        .optional()
        .catch(undefined),
    }),
  }),
  'turn.completed': z.object({
    type: z.literal('turn.completed'),
    usage: z
      .object({
        input_tokens: tokens,
        cached_input_tokens: tokens,
        cache_write_input_tokens: tokens,
        output_tokens: tokens,
        reasoning_output_tokens: tokens,
      })
      .optional()
      .catch(undefined),
  }),
  'turn.failed': z.object({ type: z.literal('turn.failed'), error: z.object({ message: z.string() }) }),
  error: z.object({ type: z.literal('error'), message: z.string() }),
}

export const parseStreamEvent = eventParser(schemas)

export type StreamEvent = EventOf<typeof schemas>
export type TurnUsage = NonNullable<Extract<StreamEvent, { type: 'turn.completed' }>['usage']>
