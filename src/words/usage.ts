import * as z from 'zod'

/** Tokens and money of one attempt. Cached input is not counted in `input`; reasoning is part of `output`. */
export const usageSchema = z.object({
  input: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  output: z.number(),
  reasoning: z.number(),
  costUsd: z.number().nullable(),
  /** `reported` by the program itself, from our `table` of prices, what it would cost beside a `subscription`, or `none`. */
  costSource: z.enum(['reported', 'table', 'subscription', 'none']),
  /** True where the program ended before it could say, and keel added up what it had seen. */
  estimated: z.boolean(),
})

export type Usage = Readonly<z.infer<typeof usageSchema>>

/** Null where nothing of it is known: a program that was ended before it said anything of what it used has used something. */
export function knownUsage(usage: Usage | null): Usage | null {
  if (usage === null) return null
  const { input, cacheRead, cacheWrite, output, costUsd, estimated } = usage
  const isNothing = costUsd === null && input + cacheRead + cacheWrite + output === 0
  return estimated && isNothing ? null : usage
}

export const NO_USAGE: Usage = {
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  costUsd: null,
  costSource: 'none',
  estimated: true,
}
