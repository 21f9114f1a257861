import { type TreeFile, UNREADABLE } from '../walk/tree-file.ts'
import type { ParsedFile } from './parse-files.ts'

/**
 * Whether what was read is what the tree was listed with. It may have been changed since, or unseen by git: what was found is then
 * not to be remembered by the name of what was listed. Nor is that nothing could be read, where that was else when it was listed: it
 * may have been gone for a moment.
 */
export function isAsListed(
  { outcome, origin }: ParsedFile,
  { blob, listedAt }: Pick<TreeFile, 'blob'> & { readonly listedAt: number },
): boolean {
  const isUnread = outcome.kind === 'unread' && outcome.why === 'gone'
  if (isUnread || blob === UNREADABLE) return isUnread && blob === UNREADABLE
  if (origin === null) return true
  // Names of another kind, as git's longer ones, are taken at their word.
  const isNamed = origin.blobs.length > 0 && BLOB.test(blob)
  return origin.changedAt <= listedAt && (!isNamed || origin.blobs.includes(blob))
}

const BLOB = /^[0-9a-f]{40}$/
