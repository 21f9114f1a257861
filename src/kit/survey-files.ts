import { spawnSync } from 'node:child_process'
import { type Dirent, existsSync, lstatSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gitEnvironment } from './git-environment.ts'

/** What lies below a directory. All paths are absolute and in one stable order. */
export type FileSurvey = {
  /** Tracked and untracked files, those of repositories inside this one too. */
  readonly files: readonly string[]
  /** Files that git ignores in folders that it does not ignore. */
  readonly ignored: readonly string[]
  /** Folders that were not entered: git ignores them, or they are called node_modules. */
  readonly unsearched: readonly string[]
}

/**
 * Asks git what there is, so that ignored trees are never entered, or walks where there is no repository. Submodules,
 * clones and worktrees inside are asked in their turn, even ignored ones: an agent that is started here works in them.
 */
export function surveyFiles(root: string): FileSurvey {
  const { files, ignored, unsearched } = survey(resolve(root))
  return { files: inOrder(files), ignored: inOrder(ignored), unsearched: inOrder(unsearched) }
}

function survey(root: string): FileSurvey {
  return surveyByGit(root) ?? surveyByWalking(root)
}

/** Null where git is missing or this is no repository. */
function surveyByGit(root: string): FileSurvey | null {
  const listed = gitLines(root, ['--stage', '--cached', '--others', '--exclude-standard'])
  const passedOver = gitLines(root, ['--others', '--ignored', '--exclude-standard', '--directory'])
  if (listed === null || passedOver === null) return null
  const entries = listed.map(entryOf)
  const closed = closedFolders(passedOver).map((path) => resolve(root, path))
  const inside = [
    ...entries.filter(({ isFolder }) => isFolder).map(({ path }) => resolve(root, path)),
    ...closed,
  ].filter((path) => path !== root && isRepository(path))
  const surveys = inside.map(survey)
  return {
    files: [
      ...entries.filter(({ isFolder }) => !isFolder).map(({ path }) => resolve(root, path)),
      ...surveys.flatMap(({ files }) => files),
    ],
    ignored: [
      ...passedOver.filter((path) => !path.endsWith('/')).map((path) => resolve(root, path)),
      ...surveys.flatMap(({ ignored }) => ignored),
    ],
    unsearched: [
      ...closed.filter((path) => !inside.includes(path)),
      ...surveys.flatMap(({ unsearched }) => unsearched),
    ],
  }
}

/** A repository inside is one entry: with a slash if it is untracked, with a mode of its own if it is tracked. */
function entryOf(line: string): { path: string; isFolder: boolean } {
  const staged = /^(\d{6}) [0-9a-f]+ \d\t(.*)$/s.exec(line)
  if (staged === null) return { path: line, isFolder: line.endsWith('/') }
  return { path: staged[2] ?? '', isFolder: staged[1] === '160000' }
}

/** Git also names folders that it entered and in which it found nothing but what is ignored. */
function closedFolders(paths: readonly string[]): string[] {
  const sorted = inOrder(paths)
  return sorted.filter((path, index) => path.endsWith('/') && sorted[index + 1]?.startsWith(path) !== true)
}

/** A submodule that was never fetched is an empty folder, and git would answer there for the repository around it. */
function isRepository(path: string): boolean {
  return existsSync(join(path, '.git')) && lstatSync(path).isDirectory()
}

/**
 * Without the repository's file-system monitor, which is a program that somebody else chose, and without what a git
 * hook that runs keel would have every git believe about where it is.
 */
function gitLines(cwd: string, flags: readonly string[]): string[] | null {
  const { status, stdout } = spawnSync('git', ['-c', 'core.fsmonitor=false', 'ls-files', '-z', ...flags], {
    cwd,
    env: gitEnvironment(),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return status === 0 ? stdout.split('\0').filter((path) => path !== '') : null
}

const STORES = new Set(['.git', '.hg', '.svn'])

function surveyByWalking(root: string): FileSurvey {
  const files: string[] = []
  const unsearched: string[] = []
  const ahead = [root]
  for (let directory = ahead.pop(); directory !== undefined; directory = ahead.pop()) {
    for (const entry of entriesOf(directory)) {
      const path = join(directory, entry.name)
      if (!entry.isDirectory()) files.push(path)
      else if (entry.name === 'node_modules') unsearched.push(path)
      else if (!STORES.has(entry.name)) ahead.push(path)
    }
  }
  return { files, ignored: [], unsearched }
}

/** A directory that cannot be read holds nothing that an agent could read either. */
function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    return []
  }
}

/** Each once: git names a file in conflict once for every side. */
function inOrder(paths: readonly string[]): string[] {
  return [...new Set(paths)].sort((one, other) => (one < other ? -1 : 1))
}
