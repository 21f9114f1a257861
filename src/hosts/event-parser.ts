import * as z from 'zod'

/** The events of a stream that a host's reader wants, by their `type`, and what it wants of each. */
export type EventSchemas = Readonly<Record<string, z.ZodType<{ readonly type: string }>>>

export type EventOf<Schemas extends EventSchemas> =
  | z.infer<Schemas[keyof Schemas]>
  | { readonly type: 'other' }

/**
 * The event of a line. Versions add types as they like, so a strange one is `other`; null is a line that is no event,
 * because something else printed into the stream, or an event that makes no sense.
 */
export function eventParser<const Schemas extends EventSchemas>(
  schemas: Schemas,
): (line: string) => EventOf<Schemas> | null {
  const known = new Map<string, z.ZodType<{ readonly type: string }>>(Object.entries(schemas))
  return (line) => {
    try {
      const value: unknown = JSON.parse(line)
      const { type } = typed.parse(value)
      return (known.get(type)?.parse(value) ?? { type: 'other' }) as EventOf<Schemas>
    } catch {
      return null
    }
  }
}

const typed = z.object({ type: z.string() })
