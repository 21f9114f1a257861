import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import type * as z from 'zod'
import { isTooDeep } from '#kit/is-too-deep.ts'
import type { Guard } from '#words/guard.ts'
import { guardSchema } from './guard-schema.ts'

export type ParsedGuard =
  | { readonly kind: 'guard'; readonly guard: Guard }
  | { readonly kind: 'wrong'; readonly line: number; readonly problem: string }

/** One guard's file. The first problem is enough to know that it cannot be relied on. */
export function parseGuard(text: string): ParsedGuard {
  if (isTooDeep(text)) return { kind: 'wrong', line: 1, problem: 'is nested deeper than any guard' }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const wrong = (offset: number, problem: string): ParsedGuard => ({
    kind: 'wrong',
    line: lines.linePos(offset).line,
    problem,
  })
  const [broken] = document.errors
  if (broken !== undefined) return wrong(broken.pos[0], broken.message)
  let data: unknown
  try {
    data = document.toJS({ maxAliasCount: 10 })
  } catch (error) {
    return wrong(0, error instanceof Error ? error.message : String(error))
  }
  const checked = guardSchema.safeParse(data)
  if (checked.success) return { kind: 'guard', guard: checked.data }
  const [issue] = checked.error.issues
  if (issue === undefined) return wrong(0, 'is no guard')
  const { path, message } = problemOf(issue, document)
  return wrong(offsetOf(path, document), `${path.join('.') || 'the file'}: ${message}`)
}

type Problem = { readonly path: readonly PropertyKey[]; readonly message: string }

function problemOf(issue: z.core.$ZodIssue, document: Document): Problem {
  if (issue.code === 'unrecognized_keys') {
    return { path: [...issue.path, issue.keys[0] ?? ''], message: 'there is no such key' }
  }
  const isMissing = issue.path.length > 0 && !document.hasIn(issue.path)
  return { path: issue.path, message: isMissing ? 'is missing' : issue.message }
}

/** Where the deepest part of a path begins that is there. */
function offsetOf(path: readonly PropertyKey[], document: Document): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}
