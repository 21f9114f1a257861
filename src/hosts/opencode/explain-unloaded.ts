import { existsSync, lstatSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import { isFile } from '#kit/files.ts'
import type { UnloadedFile } from '#words/instructions.ts'
import { isBelowStart } from './is-below-start.ts'
import { readText } from './read-text.ts'
import { FILE_NAMES, type OpencodeSettings } from './settings.ts'
import { strongestFile } from './strongest-file.ts'

/** Why a file was not loaded, where opencode has a reason of its own: for names it never reads there is none. */
export function explainUnloaded(path: string, settings: OpencodeSettings): UnloadedFile[] {
  const because = isFile(path) ? reasonForFile(path, settings) : reasonForLink(path)
  return because === null ? [] : [{ path, kind: 'ignored', because }]
}

function reasonForLink(path: string): string | null {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink && FILE_NAMES.includes(basename(path)) ? 'It is a link that leads to no file.' : null
}

function reasonForFile(path: string, settings: OpencodeSettings): string | null {
  if (readText(path) === '') return 'It is empty.'
  const userFile = settings.userFiles.find((file) => existsSync(file)) ?? path
  if (settings.userFiles.includes(path)) {
    return `opencode reads one file of the user, and that is ${userFile}${weakness(userFile)}.`
  }
  const name = basename(path)
  if (!FILE_NAMES.includes(name)) return null
  if (!settings.names.includes(name)) {
    return 'OPENCODE_DISABLE_CLAUDE_CODE, or the same with _PROMPT, is set: opencode reads no CLAUDE.md.'
  }
  const folder = dirname(path)
  if (settings.chain.includes(folder)) return reasonOnTheWay(settings)
  if (isBelowStart(folder, settings.startFolder)) return reasonBelow(folder, settings)
  return 'It is neither between the start folder and the root of the worktree nor below the start folder.'
}

function reasonOnTheWay({ startFolder, readsProject, chain, names }: OpencodeSettings): string | null {
  if (!readsProject) {
    return 'OPENCODE_DISABLE_PROJECT_CONFIG is set: opencode leaves out the files it would start with.'
  }
  const strongest = strongestFile(chain, names)
  if (strongest === null) return null
  const found = `${relative(startFolder, strongest)} is there${weakness(strongest)}`
  return `${found}, so opencode starts with ${basename(strongest)} files only.`
}

function reasonBelow(folder: string, { names }: OpencodeSettings): string | null {
  const strongest = strongestFile([folder], names)
  if (strongest === null) return null
  return `opencode reads one file per folder, and here that is ${basename(strongest)}${weakness(strongest)}.`
}

/** That something unreadable hides a good file is what nobody would guess. */
function weakness(path: string): string {
  if (!isFile(path)) return ', though a folder'
  return readText(path) === '' ? ', though empty' : ''
}
