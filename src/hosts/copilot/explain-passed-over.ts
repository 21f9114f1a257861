import { existsSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { namesIn } from '#kit/files.ts'
import type { UnloadedFile } from '#words/instructions.ts'
import { isRecognised } from './is-recognised.ts'
import type { Workspace } from './workspace.ts'

/** Why Copilot CLI does not load a file of the project from here that it would load from somewhere. */
export function explainPassedOver(path: string, workspace: Workspace): UnloadedFile[] {
  if (!isRecognised(relative(workspace.projectRoot, path))) return []
  return [{ path, kind: 'ignored', because: reason(path, workspace) }]
}

function reason(path: string, { root, start }: Workspace): string {
  const name = basename(path)
  const folder = folderOf(path)
  const isOnTheWay = isWithin(root, folder) && isWithin(folder, start)
  if (!existsSync(path)) return 'It is a link that leads nowhere.'
  if (namesIn(dirname(path)).some((other) => other !== name && other.toLowerCase() === name.toLowerCase())) {
    return 'Copilot CLI reads one file of this name, whatever its case, and it is another one here.'
  }
  if (!isOnTheWay) {
    return 'Copilot CLI reads from the repository’s root down to where it is started, and below that on demand.'
  }
  return folder === root || folder === start
    ? 'Copilot CLI never reads .claude/CLAUDE.md in the repository’s root or where it is started.'
    : 'Copilot CLI reads no instruction folders between the repository’s root and where it is started.'
}

/** The folder that an instruction file speaks for. */
function folderOf(path: string): string {
  return path.replace(SPECIAL_PLACE, '').replace(/[\\/][^\\/]+\.md$/i, '')
}

const SPECIAL_PLACE =
  /[\\/]\.(github[\\/](copilot-instructions\.md|instructions[\\/].*)|claude[\\/](CLAUDE\.md|rules[\\/].*))$/i
