import { basename, join } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { upward } from '#kit/find-up.ts'
import type { LoadedVia, LoadedWhen } from '#words/instructions.ts'
import type { FoundFile } from './found-file.ts'
import type { ScopedFile } from './load-scoped-file.ts'
import { FOLDER_NAMES, namedFiles } from './named-files.ts'
import { instructionFilesBelow, scopedFiles } from './scoped-files.ts'
import { CUSTOM_DIRECTORIES, viaOf, type Workspace } from './workspace.ts'

/** The files with a fixed name that come first, in Copilot CLI's order: the two ends before what lies between. */
export function findBlocksAtStart(workspace: Workspace): FoundFile[] {
  const { root, start, userDirectory } = workspace
  const ends = root === start ? [root] : [root, start]
  const between = upward(start).filter((folder) => isWithin(root, folder) && !ends.includes(folder))
  const project = [
    ...ends.flatMap((folder) => namedFiles(folder, ['.github/copilot-instructions.md'])),
    // In the two ends .claude/CLAUDE.md is never read.
    ...ends.flatMap((folder) => namedFiles(folder, ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'])),
    ...between.flatMap((folder) => namedFiles(folder, FOLDER_NAMES)),
  ]
  return [
    ...namedFiles(userDirectory, ['copilot-instructions.md']).map((path) => ({
      path,
      via: { kind: 'user' } as const,
      when: AT_START,
      importRoot: userDirectory,
    })),
    ...project.map((path) => ({
      path,
      via: viaOf(path, workspace),
      when: AT_START,
      importRoot: importRootOf(path, workspace),
    })),
  ]
}

/** GEMINI.md is the one file of its kind in which an `@` is never followed. */
export function importRootOf(path: string, { root }: Workspace): string | null {
  return basename(path).toLowerCase() === 'gemini.md' ? null : root
}

/** The instruction and rule files that come behind all blocks, each path once. Folders between have no say here. */
export function findScopedAtStart(workspace: Workspace): ScopedFile[] {
  const { root, start, userDirectory, customDirectories } = workspace
  const user = instructionFilesBelow(join(userDirectory, 'instructions'))
  const project = [...scopedFiles(root), ...scopedFiles(start)]
  const custom = customDirectories.flatMap((directory) => [
    ...scopedFiles(directory),
    ...instructionFilesBelow(directory),
  ])
  const found: { path: string; via: LoadedVia }[] = [
    ...user.map((path) => ({ path, via: { kind: 'user' } as const })),
    ...project.map((path) => ({ path, via: viaOf(path, workspace) })),
    ...custom.map((path) => ({ path, via: { kind: 'setting', setting: CUSTOM_DIRECTORIES } as const })),
  ]
  return found
    .filter(({ path }, index) => found.findIndex((earlier) => earlier.path === path) === index)
    .map((file) => ({ ...file, unscoped: AT_START, within: start }))
}

const AT_START: LoadedWhen = { kind: 'start' }
