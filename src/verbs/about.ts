import * as z from 'zod'

/** The flag that tells kinds of traces apart. */
export const about = z
  .enum(['violation', 'correction', 'decision'])
  .describe(
    'violation: something that must not happen; correction: what an agent was told to do otherwise; decision: what was chosen, and why.',
  )
