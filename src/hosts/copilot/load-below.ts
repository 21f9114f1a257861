import { realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { upward } from '#kit/find-up.ts'
import type { InstructionLoad } from '#words/instructions.ts'
import { importRootOf } from './find-at-start.ts'
import { loadBlock } from './load-block.ts'
import { loadScopedFile } from './load-scoped-file.ts'
import { FOLDER_NAMES, namedFiles } from './named-files.ts'
import { scopedFiles } from './scoped-files.ts'
import type { Workspace } from './workspace.ts'

/** What comes in when the agent views a file below the start folder: that file's folder first, then those above it. */
export function loadBelow(candidates: readonly string[], workspace: Workspace): InstructionLoad[] {
  return foldersBelow(candidates, workspace.start).flatMap((folder) => loadFolder(folder, workspace))
}

function foldersBelow(candidates: readonly string[], start: string): string[] {
  const folders = candidates.flatMap((path) =>
    upward(dirname(path)).filter((folder) => folder !== start && isWithin(start, folder)),
  )
  // The last code unit puts each folder behind those inside it.
  const rank = (folder: string) => `${folder}/\uffff`
  return [...new Set(folders)].sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
}

/** A link is named, and its imports are found, by what it leads to. */
function loadFolder(folder: string, workspace: Workspace): InstructionLoad[] {
  const when = { kind: 'directory', directory: folder } as const
  const via = { kind: 'project' } as const
  // Inside a folder named .claude, CLAUDE.md comes with the folder above, unless that is the start folder.
  const isTold = basename(folder) === '.claude' && dirname(folder) !== workspace.start
  const names = FOLDER_NAMES.filter((name) => name !== 'CLAUDE.md' || !isTold)
  return [
    ...namedFiles(folder, names).map((found) => {
      const path = realpathSync(found)
      return loadBlock({ path, via, when, importRoot: importRootOf(found, workspace) }, workspace)
    }),
    ...scopedFiles(folder).map((found) => {
      const path = realpathSync(found)
      return loadScopedFile({ path, via, unscoped: when, within: folder }, workspace)
    }),
  ]
}
