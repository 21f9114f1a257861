import * as z from 'zod'
import { guardRules } from './guard-rules.ts'

const expression = z
  .string()
  .min(1)
  .refine(guardRules.isExpression, { error: 'is no regular expression' })
  .refine(guardRules.isBounded, {
    error:
      'looks around or back, which cannot be judged in bounded time; say it without (?=, (?!, (?<= , (?<! or \\1',
  })

const field = z.string().refine(guardRules.isField, { error: 'is a word' })

/** What a guard's file may say. Unknown keys are refused: a guard with a key that nobody reads holds less than it says. */
export const guardSchema = z.strictObject({
  name: z.string().refine(guardRules.isName, { error: 'is lower-case words with dashes' }),
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
                .refine(guardRules.isInside, { error: 'is a path relative to the project' })
                .refine(guardRules.isPlain, {
                  error: 'knows *, **, ?, [a-z] and {one,other} within a name, and no other sign',
                }),
            )
            .min(1)
            .optional(),
          says: expression.optional(),
          becomes: expression.optional(),
          sets: z.record(field, field).optional(),
        })
        .refine(({ paths, says, becomes, sets }) => (paths ?? says ?? becomes ?? sets) !== undefined, {
          error: 'names neither paths nor words, and would deny everything',
        }),
    )
    .min(1),
  unless: z.literal('evidence').optional(),
  reason: z.string().min(1),
})
