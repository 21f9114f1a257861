import * as z from 'zod'

/**
 * How an attempt came to its end. Only `ok`, `max-turns`, `budget`, `context-overflow` and the clocks are the agent's
 * doing and use the attempt up; the others are trouble with the program, the network or the account.
 */
export const endingSchema = z.object({
  kind: z.enum([
    'ok',
    'max-turns',
    'budget',
    'context-overflow',
    'timeout-idle',
    'timeout-wall',
    'rate-limited',
    'overloaded',
    'auth',
    'error',
    'killed',
    'crash',
    'no-result',
    'not-found',
  ]),
  /** One sentence for a person. */
  detail: z.string(),
  exitCode: z.number().nullable(),
  /** When a rate limit is lifted, in milliseconds since 1970. */
  resetsAt: z.number().optional(),
  /** The agent acted and no guard was asked: tests that pass are no reason to keep what it did. */
  isUnguarded: z.literal(true).optional(),
})

export type Ending = Readonly<z.infer<typeof endingSchema>>
export type EndingKind = Ending['kind']
