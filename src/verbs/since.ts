import * as z from 'zod'
import { Fault } from '#words/fault.ts'

/** The flag by which a verb is asked only for what happened lately. */
export const since = z
  .string()
  .optional()
  .describe('Only what happened since then: a date such as 2026-01-31, or a span such as 12h, 7d or 4w.')

/** The moment that such a flag names. */
export function momentOf(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined
  const [, amount, unit] = /^(\d{1,5})([hdw])$/.exec(text.trim()) ?? []
  if (amount !== undefined)
    return new Date(now.getTime() - Number(amount) * (HOURS[unit ?? 'h'] ?? 1) * 3_600_000)
  const moment = /^\d{4}-\d{2}-\d{2}/.test(text.trim()) ? new Date(text.trim()) : null
  if (moment !== null && !Number.isNaN(moment.getTime())) return moment
  throw new Fault({
    kind: 'user',
    code: 'no-moment',
    message: `${JSON.stringify(text)} is neither a date such as 2026-01-31 nor a span such as 12h, 7d or 4w.`,
    hint: 'keel learn --since 7d',
  })
}

const HOURS: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168 }
