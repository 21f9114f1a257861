import { join, resolve } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { isFile } from '#kit/files.ts'
import { upward } from '#kit/find-up.ts'
import type { Place } from '#words/place.ts'
import { readInstructionsSetting } from './read-instructions-setting.ts'

/** What of opencode's configuration and environment decides which instruction files it loads. */
export type OpencodeSettings = {
  readonly startFolder: string
  /** Of the user's own files, the first that is there is read. */
  readonly userFiles: readonly string[]
  /** The names it looks for in folders, the strongest first. */
  readonly names: readonly string[]
  /** From where it starts up to the root of the worktree; without a repository, up to the root of the disk. */
  readonly chain: readonly string[]
  readonly readsProject: boolean
  /** The entries of `instructions`, of all configuration files together. */
  readonly entries: readonly string[]
  /** Where the relative ones of them are looked for. */
  readonly entryFolders: readonly string[]
}

/** In order of strength. */
export const FILE_NAMES: readonly string[] = ['AGENTS.md', 'CLAUDE.md', 'CONTEXT.md']

export function readSettings(place: Place): OpencodeSettings {
  const { cwd, home, environment } = place
  const globalFolder = join(resolve(cwd, environment['XDG_CONFIG_HOME'] || join(home, '.config')), 'opencode')
  const userFolder = resolve(cwd, environment['OPENCODE_CONFIG_DIR'] ?? globalFolder)
  const readsClaude = !['OPENCODE_DISABLE_CLAUDE_CODE', 'OPENCODE_DISABLE_CLAUDE_CODE_PROMPT'].some((name) =>
    ['true', 'yes', 'on', '1', 'y'].includes(environment[name] ?? ''),
  )
  const readsProject = !['true', '1'].includes(
    (environment['OPENCODE_DISABLE_PROJECT_CONFIG'] ?? '').toLowerCase(),
  )
  const worktree = upward(cwd).find(isWorktree)
  const chain = upward(cwd).filter((folder) => worktree === undefined || isWithin(worktree, folder))
  return {
    startFolder: cwd,
    userFiles: [join(userFolder, 'AGENTS.md'), ...(readsClaude ? [join(home, '.claude', 'CLAUDE.md')] : [])],
    names: FILE_NAMES.filter((name) => readsClaude || name !== 'CLAUDE.md'),
    chain,
    readsProject,
    entries: readInstructionsSetting({ place, globalFolder, projectFolders: readsProject ? chain : [] }),
    entryFolders: readsProject ? chain : [userFolder],
  }
}

/** opencode asks git, to which an empty `.git` is nothing; that of a linked worktree is a file. */
function isWorktree(folder: string): boolean {
  return isFile(join(folder, '.git')) || isFile(join(folder, '.git', 'HEAD'))
}
