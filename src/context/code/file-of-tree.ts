import { join } from 'node:path'
import { sha256 } from '#kit/sha256.ts'

/** The file of a kind that a tree has in the cache: worktrees share the cache, and have a file each. */
export function fileOfTree(cache: string, { kind, root }: { kind: string; root: string }): string {
  return join(cache, kind, sha256(root).slice(0, 12))
}
