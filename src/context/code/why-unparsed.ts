import { contentKey } from './content-key.ts'
import type { FileProblem } from './file-problem.ts'

/** Why nothing is known of the code although there is some; null where something is. */
export function whyUnparsed(
  files: readonly { readonly path: string }[],
  problems: readonly FileProblem[],
): string | null {
  const lost = problems.filter(({ why }) => LOST.has(why)).length
  if (lost === 0) return null
  const code = files.filter(({ path }) => contentKey({ path, blob: '' }) !== null)
  return code.length === lost ? 'no file could be parsed' : null
}

const LOST: ReadonlySet<FileProblem['why']> = new Set(['timeout', 'hang', 'crash', 'unstarted'])
