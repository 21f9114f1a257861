import { stripVTControlCharacters } from 'node:util'

/**
 * A text as parsers want it, printed or reported: without colours, its lines ended in one way, and with every path below a
 * folder relative to it, so that a test has the same name in whichever worktree it is run.
 */
export function cleanOutput(text: string, folder: string): string {
  const plain = stripVTControlCharacters(text)
    .replaceAll('\r\n', '\n')
    .replaceAll(/file:\/\/\/[^\s'"`)\]]+/g, pathOf)
  return folder === '' ? plain : plain.replaceAll(`${folder}/`, '')
}

function pathOf(url: string): string {
  try {
    return decodeURI(url.slice('file://'.length))
  } catch {
    return url
  }
}
