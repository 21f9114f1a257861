import { basename, dirname, join } from 'node:path'
import { isFile, namesIn } from '#kit/files.ts'

/** The files with a fixed name that Copilot CLI may read in a folder, in its order. */
export const FOLDER_NAMES = [
  '.github/copilot-instructions.md',
  'AGENTS.md',
  'CLAUDE.md',
  '.claude/CLAUDE.md',
  'GEMINI.md',
] as const

/** Of these names, those that are files in this folder. */
export function namedFiles(folder: string, names: readonly string[]): string[] {
  return names.map((name) => spelled(join(folder, name))).filter((path) => isFile(path))
}

/** `agents.md` counts as AGENTS.md, but not beside one, even if that is empty. Folders are taken as they are spelled. */
function spelled(path: string): string {
  const directory = dirname(path)
  const name = basename(path)
  const names = namesIn(directory)
  if (names.includes(name)) return path
  const variant = names.find((other) => other.toLowerCase() === name.toLowerCase())
  return join(directory, variant ?? name)
}
