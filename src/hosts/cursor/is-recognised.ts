import { basename } from 'node:path'

/** True for every path that Cursor would load from somewhere. */
export function isRecognised(path: string): boolean {
  return ['AGENTS.md', '.cursorrules'].includes(basename(path)) || ruleFolderOf(path) !== null
}

/** The folder whose `.cursor/rules` this file is in; null where it is no rule. */
export function ruleFolderOf(path: string): string | null {
  const found = /^(?:(.*)[\\/])?\.cursor[\\/]rules[\\/].*\.mdc$/.exec(path)
  return found === null ? null : (found[1] ?? '')
}
