import type * as z from 'zod'

/** A report in JSON, as far as it is read. Null where it is none, or was cut off. */
export function parseJson<Schema extends z.ZodType>(text: string, schema: Schema): z.infer<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
