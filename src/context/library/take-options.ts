import type * as z from 'zod'
import { Fault } from '#words/fault.ts'

export type Given = {
  readonly options: unknown
  /** How the function is called, to be shown to who has called it otherwise. */
  readonly example: string
}

/** What somebody said to a function of the library, with what is meant where nothing is said. Who writes JavaScript has no types to be stopped by. */
export function takeOptions<Schema extends z.ZodType>(
  schema: Schema,
  { options, example }: Given,
): z.output<Schema> {
  const taken = schema.safeParse(options)
  if (taken.success) return taken.data
  const wrong = taken.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  )
  throw new Fault({
    kind: 'user',
    code: 'misuse',
    message: `The options are not what they can be. ${wrong.join('. ')}.`,
    hint: example,
    cause: taken.error,
  })
}
