import * as z from 'zod'
import { fileOfTree } from '#context/code/file-of-tree.ts'
import { git } from '#kit/git.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { readKept, writeKept } from '#kit/write-kept.ts'

export type SubjectsRequest = {
  readonly root: string
  /** Where they are kept; null to keep nothing. */
  readonly cache: string | null
  /** The commit that is checked out, if there is any. */
  readonly head: string | null
}

/**
 * First lines of the latest commits. From the same commit back they are the same, and git need not be asked again. Fewer than were asked
 * for may become more, when a shallow clone gets the rest of its history.
 */
export async function recallSubjects({ root, cache, head }: SubjectsRequest): Promise<readonly string[]> {
  const commit = COMMIT.test(head ?? '') ? head : null
  const place = cache === null || commit === null ? null : fileOfTree(cache, { kind: 'subjects', root })
  const kept = place === null ? undefined : keptSubjects.safeParse(readKept(place)).data
  if (kept !== undefined && kept.commit === commit) return kept.subjects
  const log = await git(root, [
    'log',
    `-${COUNT}`,
    '--no-merges',
    '--format=%s',
    ...(commit === null ? [] : [commit]),
  ])
  if (log.kind === 'failed') return []
  const subjects = log.output.split('\n')
  if (place !== null && subjects.length > COUNT)
    keepInCache(place, { write: (path) => writeKept(path, { commit, subjects }), most: KEPT_MAX })
  return subjects
}

const COMMIT = /^[0-9a-f]{40,64}$/
const COUNT = 200
const KEPT_MAX = 8

const keptSubjects = z.object({ commit: z.string(), subjects: z.array(z.string()) })
