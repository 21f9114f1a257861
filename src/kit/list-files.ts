import { spawnSync } from 'node:child_process'
import { type Dirent, existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * The files below a directory, as absolute paths in one stable order: through git, so that ignored trees are
 * never entered, or by walking where there is no repository.
 */
export function listFiles(root: string): string[] {
  return (listByGit(root) ?? listByWalking(root)).sort(byCodeUnit)
}

/** Tracked and untracked files, without what git ignores. Null where git is missing or this is no repository. */
function listByGit(root: string): string[] | null {
  const own = gitLines(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  if (own === null) return null
  // git lists the files of submodules only apart from untracked ones.
  const hasSubmodules = existsSync(join(root, '.gitmodules'))
  const ofSubmodules = hasSubmodules ? gitLines(root, ['ls-files', '-z', '--recurse-submodules']) : []
  return [...new Set([...own, ...(ofSubmodules ?? [])])].map((path) => resolve(root, path))
}

/** Without the repository's file-system monitor, which is a program that somebody else chose. */
function gitLines(cwd: string, words: readonly string[]): string[] | null {
  const { status, stdout } = spawnSync('git', ['-c', 'core.fsmonitor=false', ...words], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return status === 0 ? stdout.split('\0').filter((path) => path !== '') : null
}

const NEVER_ENTERED = new Set(['.git', '.hg', '.svn', 'node_modules'])

function listByWalking(root: string): string[] {
  const found: string[] = []
  const ahead = [root]
  for (let directory = ahead.pop(); directory !== undefined; directory = ahead.pop()) {
    for (const entry of entriesOf(directory)) {
      const path = join(directory, entry.name)
      if (!entry.isDirectory()) found.push(path)
      else if (!NEVER_ENTERED.has(entry.name)) ahead.push(path)
    }
  }
  return found
}

/** A directory that cannot be read holds nothing that an agent could read either. */
function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    return []
  }
}

function byCodeUnit(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
