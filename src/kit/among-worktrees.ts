import { lstatSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { readIfReadable } from './files.ts'
import { realPath } from './real-path.ts'

/**
 * Where a folder of a project lies that all worktrees of its repository share: in the first of them, or, where there is none
 * because the repository is bare or lies elsewhere, with git’s own files. A project below the top of a repository has one of its
 * own there. Git is not started for it: this is asked again and again, and what git would answer stands in small files.
 */
export function amongWorktrees(root: string, folder: string): string {
  const top = findTop(root)
  const common = top === null ? null : commonOf(top)
  if (top === null || common === null) return join(root, folder)
  const prefix = relative(top, root)
  return basename(common) === '.git' && !isBare(common)
    ? join(dirname(common), prefix, folder)
    : join(common, 'keel', prefix, basename(folder))
}

function findTop(root: string): string | null {
  for (let at = resolve(root); ; at = dirname(at)) {
    if (kindOf(join(at, '.git')) !== null) return at
    if (at === dirname(at)) return null
  }
}

/**
 * What all worktrees have in common; null in the first of them, which has a folder `.git`. Where that is a link, the others know
 * the folder behind it alone.
 */
function commonOf(top: string): string | null {
  const link = join(top, '.git')
  if (isLink(link) && kindOf(link) === 'folder') return realPath(link)
  const way = kindOf(link) === 'file' ? /^gitdir: (.+?)\r?\n?$/.exec(textOf(link))?.[1] : undefined
  if (way === undefined) return null
  const own = resolve(top, way)
  const common = textOf(join(own, 'commondir')).trim()
  return realPath(common === '' ? own : resolve(own, common))
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

function isBare(common: string): boolean {
  return /^\s*bare\s*=\s*true\s*$/im.test(textOf(join(common, 'config')))
}

function kindOf(path: string): 'file' | 'folder' | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats === undefined ? null : stats.isFile() ? 'file' : 'folder'
  } catch {
    return null
  }
}

function textOf(path: string): string {
  return readIfReadable(path)?.toString('utf8') ?? ''
}
