import { parse } from 'yaml'
import type { Guard } from '#words/guard.ts'
import { guardSchema } from './guard-schema.ts'

export type ParsedGuard =
  | { readonly kind: 'guard'; readonly guard: Guard }
  | { readonly kind: 'wrong'; readonly problem: string }

/** One guard's file. The first problem is enough to know that it cannot be relied on. */
export function parseGuard(text: string): ParsedGuard {
  let data: unknown
  try {
    data = parse(text, { maxAliasCount: 10 })
  } catch (error) {
    return {
      kind: 'wrong',
      problem: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
    }
  }
  const checked = guardSchema.safeParse(data)
  if (checked.success) return { kind: 'guard', guard: checked.data }
  const [issue] = checked.error.issues
  return {
    kind: 'wrong',
    problem: `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'is no guard'}`,
  }
}
