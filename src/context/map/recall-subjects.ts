import { fileOfTree } from '#context/code/file-of-tree.ts'
import { askBoundary } from '#context/code/walk/ask-status.ts'
import { git } from '#kit/git.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { readOwn, writeOwn } from '#kit/write-kept.ts'

export type SubjectsRequest = {
  readonly root: string
  /** Where they are kept; null to keep nothing. */
  readonly cache: string | null
  /** The commit that is checked out, if there is any. */
  readonly head: string | null
}

/**
 * First lines of the latest commits. From the same commit back they are the same, and git need not be asked again, unless a shallow
 * clone gets more of its history.
 */
export async function recallSubjects({ root, cache, head }: SubjectsRequest): Promise<readonly string[]> {
  const commit = COMMIT.test(head ?? '') ? head : null
  const boundary = askBoundary(root)
  const place =
    cache === null || commit === null || boundary === null
      ? null
      : fileOfTree(cache, { kind: 'subjects', root })
  const kept = place === null ? null : readOwn<Kept>(place)
  if (kept !== null && kept.commit === commit && kept.boundary === boundary) return kept.subjects
  const log = await git(root, [
    'log',
    `-${COUNT}`,
    '--no-merges',
    '--format=%s',
    ...(commit === null ? [] : [commit]),
  ])
  if (log.kind === 'failed') return []
  const subjects = log.output.split('\n')
  if (place !== null && boundary === askBoundary(root))
    keepInCache(place, {
      write: (path) => writeOwn(path, { commit, boundary, subjects } satisfies Kept),
      most: KEPT_MAX,
    })
  return subjects
}

const COMMIT = /^[0-9a-f]{40,64}$/
const COUNT = 200
const KEPT_MAX = 8

type Kept = {
  readonly commit: string | null
  readonly boundary: string | null
  readonly subjects: readonly string[]
}
