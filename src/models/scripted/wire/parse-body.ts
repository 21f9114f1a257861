import type * as z from 'zod'

/** A request must be what the API would accept, as far as the script depends on it; the rest is not looked at. */
export function parseBody<Body>(
  schema: z.ZodType<Body>,
  body: unknown,
): { readonly kind: 'body'; readonly body: Body } | { readonly kind: 'problem'; readonly message: string } {
  const checked = schema.safeParse(body)
  if (checked.success) return { kind: 'body', body: checked.data }
  const problems = checked.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
  return { kind: 'problem', message: problems.join('; ') }
}
