import * as z from 'zod'
import type { FileOutcome } from '../parse/batch.ts'
import { unreadReasons } from '../parse/read-source.ts'

/** What became of a file, as it is read back. */
export const keptOutcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('parsed'),
    tags: z.string(),
    isGenerated: z.boolean(),
    hasErrors: z.boolean(),
  }),
  z.object({ kind: z.literal('unread'), why: z.enum(unreadReasons) }),
  z.object({
    kind: z.literal('failed'),
    why: z.enum(['timeout', 'hang', 'crash']),
    again: z.boolean().exactOptional(),
  }),
]) satisfies z.ZodType<FileOutcome>
