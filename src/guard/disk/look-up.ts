import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ReachedFile } from '#words/guard.ts'
import { patchNames } from '../shell/patch-names.ts'
import type { Lookup } from '../target.ts'
import { archiveNames } from './archive-names.ts'
import { filesBelow } from './files-below.ts'
import { foundFiles } from './found-files.ts'
import { gitReached } from './git-reached.ts'
import type { Ground } from './ground.ts'
import { textAt } from './text-at.ts'

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
      return foundFiles(lookup, ground).map(changed)
    case 'lines':
      return listed(lookup)
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

/** A list has a path on each line, or words that are paths, with quotes around them or without. */
function listed({ from, cwd }: Extract<Lookup, { kind: 'lines' }>): readonly ReachedFile[] | null {
  const lines = textAt(from)?.split(/[\n\0]/, LINES_MAX)
  return (
    lines
      ?.flatMap((line) => [line.trim(), ...line.split(/\s+/)])
      .map((word) => word.replaceAll(/^['"]|['"]$/g, ''))
      .filter((word) => word !== '')
      .map((word) => changed(resolve(cwd, word))) ?? null
  )
}

const LINES_MAX = 2000
