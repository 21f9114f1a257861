import { join } from 'node:path'
import { type ArraysFile, arraysIn, openArrays, writeArrays } from '#kit/arrays-file.ts'
import { buildId } from '#kit/build-id.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { sha256 } from '#kit/sha256.ts'
import { indexHistory } from './index-history.ts'
import { readHistory } from './read-history.ts'

/** The past of what is checked out, up to a commit: it is read once. */
export async function openPast(
  root: string,
  { head, cache }: { readonly head: string | null; readonly cache: string | null },
): Promise<ArraysFile> {
  const place = cache === null || head === null ? null : join(cache, 'pasts', nameOf(head))
  const kept = place === null ? null : openArrays(place)
  if (kept !== null) return kept
  const arrays = indexHistory(head === null ? [] : await readHistory(root))
  if (place !== null) keepInCache(place, { write: (path) => writeArrays(path, arrays), most: KEPT_MAX })
  return arraysIn(arrays)
}

const KEPT_MAX = 4

function nameOf(head: string): string {
  return sha256(`${buildId} ${head}`).slice(0, 16)
}
