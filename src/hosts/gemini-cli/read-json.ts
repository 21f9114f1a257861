import { type ParseError, parse } from 'jsonc-parser'
import type * as z from 'zod'
import { readIfReadable } from '#kit/files.ts'

/**
 * A JSON file of Gemini CLI's, comments allowed. Null where there is none, and where Gemini CLI itself would reject
 * it: that stops Gemini CLI, not this report.
 */
export function readJson<T>(path: string, schema: z.ZodType<T>): T | null {
  const errors: ParseError[] = []
  const value: unknown = parse(readIfReadable(path)?.toString('utf8') ?? '', errors)
  return errors.length > 0 ? null : (schema.safeParse(value).data ?? null)
}
