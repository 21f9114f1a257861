import { readFileSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import type { ReachedFile } from '#words/guard.ts'
import { isFound } from '../shell/find-tests.ts'
import { patchNames } from '../shell/patch-names.ts'
import type { Lookup } from '../target.ts'
import { archiveNames } from './archive-names.ts'
import { filesBelow } from './files-below.ts'
import { gitReached } from './git-reached.ts'
import type { Ground } from './ground.ts'

/** Which files a command would change, as the disk has it now; null where the disk does not know either. */
export function lookUp(lookup: Lookup, ground: Ground): readonly ReachedFile[] | null {
  switch (lookup.kind) {
    case 'copy':
      return copied(lookup)
    case 'unpack': {
      const names = archiveNames(lookup.from)
      return names === null ? null : names.map((name) => changed(resolve(lookup.to, name)))
    }
    case 'found':
      return found(lookup, ground)
    case 'patch': {
      const text = textAt(lookup.path)
      return text === null
        ? null
        : patchNames(text, lookup.strip).map((name) => changed(resolve(lookup.cwd, name)))
    }
    case 'git':
      return gitReached(lookup, { root: ground.root, places: ground.places() })
  }
}

function changed(path: string): ReachedFile {
  return { path, from: null }
}

const BYTES_MAX = 1 << 20

export function textAt(path: string): string | null {
  try {
    const stats = statSync(path)
    return stats.isFile() && stats.size <= BYTES_MAX ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}

function copied({
  from,
  isGlob,
  to,
  isOfContents,
}: Extract<Lookup, { kind: 'copy' }>): readonly ReachedFile[] | null {
  const [folder, pattern] = isGlob ? splitLast(from) : [from, null]
  if (folder === null) return null
  const files = filesBelow(folder, pattern)
  if (files === null) return null
  if (files.length === 0 && pattern === null && !isFolder(folder))
    return [to, ...(isFolder(to) ? [resolve(to, splitLast(from)[1] ?? '')] : [])].map((path) => ({
      path,
      from,
    }))
  const isInside = isOfContents || pattern !== null || !isFolder(to)
  const base = isInside ? to : resolve(to, splitLast(from)[1] ?? '')
  return files.map((way) => ({ path: resolve(base, way), from: resolve(folder, way) }))
}

/** The folder of a path and its last part; no folder where a pattern stands further up. */
function splitLast(path: string): [string | null, string | null] {
  const at = path.lastIndexOf('/')
  const folder = path.slice(0, at) || '/'
  return [/[*?[]/.test(folder) ? null : folder, path.slice(at + 1)]
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function found(
  { from, start, tests }: Extract<Lookup, { kind: 'found' }>,
  { guarded }: Ground,
): readonly ReachedFile[] {
  return guarded()
    .filter((path) => {
      // A search that begins below a guarded folder, or at a guarded file, has found it.
      if (path === from) return true
      return isWithin(from, path) && isFound(tests, { start, way: relative(from, path) })
    })
    .map(changed)
}
