import { type TreePair, treeChanges } from '#kit/tree-changes.ts'
import type { Evidence, Tampering } from '#words/evidence.ts'

type Compared = TreePair & {
  readonly before: Evidence | null
  readonly command: string
  readonly programs: string
}

/** Installed test programs that are other than before the work began, though nothing that is committed asks for others. */
export async function findExchanged({
  root,
  from,
  to,
  before,
  command,
  programs,
}: Compared): Promise<Tampering[]> {
  const former = before !== null && before.command === command ? (before.programs ?? '') : ''
  if (former === '' || programs === '' || former === programs) return []
  const changes = (await treeChanges({ root, from, to })) ?? []
  if (changes.some(({ path }) => ASKING.test(path))) return []
  const text =
    'What runs the tests was changed where it is installed, and neither a manifest nor a lock file says why.'
  return [{ kind: 'command-changed', path: 'node_modules', line: null, text }]
}

const ASKING =
  /(?:^|\/)(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lockb?|\.npmrc|\.yarnrc(?:\.yml)?|patches\/.*)$/
