import * as z from 'zod'

const expression = z
  .string()
  .min(1)
  .refine(isExpression, { error: 'is no regular expression' })
  .refine((text) => !LOOKS_AROUND.test(text), {
    error:
      'looks around or back, which cannot be judged in bounded time; say it without (?=, (?!, (?<= , (?<! or \\1',
  })

/** Without these, the engine can go on in time that grows with the text alone, however the expression is written. */
const LOOKS_AROUND = /\(\?<?[=!]|\\[1-9]|\\k</

/** What a guard's file may say. Unknown keys are refused: a guard with a key that nobody reads holds less than it says. */
export const guardSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, { error: 'is lower-case words with dashes' }),
  summary: z.string().min(1),
  match: z
    .array(
      z
        .strictObject({
          action: z.array(z.enum(['read', 'write', 'remove', 'run', 'call', 'finish'])).min(1),
          paths: z
            .array(
              z
                .string()
                .min(1)
                .refine(isInside, { error: 'is a path relative to the project' })
                .refine(isPlain, {
                  error: 'knows *, **, ?, [a-z] and {one,other} within a name, and no other sign',
                }),
            )
            .min(1)
            .optional(),
          says: expression.optional(),
          becomes: expression.optional(),
          sets: z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\w-]+$/)).optional(),
        })
        .refine(({ paths, says, becomes, sets }) => (paths ?? says ?? becomes ?? sets) !== undefined, {
          error: 'names neither paths nor words, and would deny everything',
        }),
    )
    .min(1),
  unless: z.literal('evidence').optional(),
  reason: z.string().min(1),
})

function isExpression(text: string): boolean {
  try {
    new RegExp(text)
    return true
  } catch {
    return false
  }
}

function isInside(path: string): boolean {
  return !path.startsWith('/') && !path.split('/').includes('..')
}

/** Braces do not reach over a slash, and `!(…)` and its kin are nobody's need. */
function isPlain(path: string): boolean {
  return !/[!@+?*]\(|^!|\{[^}]*\//.test(path)
}
