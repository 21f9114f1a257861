import { lstatSync } from 'node:fs'
import { extname, relative } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import type { LoadedVia, UnloadedFile } from '#words/instructions.ts'
import type { Place } from '#words/place.ts'
import type { Mention } from './find-mentions.ts'
import { openFile } from './open-file.ts'

/** Why a file that was looked for, or that somebody imports, brings nothing. */
export type Refusal =
  | 'missing'
  | 'directory'
  | 'unreadable'
  | 'outside'
  | 'excluded'
  | 'not-text'
  | 'blank'
  | 'too-deep'
  | 'too-big'

/** Imports are followed from file to file this often; one more is dropped without a word. */
export const HOPS_MAX = 4

type RefusedFile = {
  readonly refusal: Refusal
  readonly path: string
  readonly via: LoadedVia
  readonly mention: Mention | null
  readonly place: Place
}

/** Words that nobody can have meant as a file are passed over, and so is a file that is simply not there. */
export function explainRefusal(refused: RefusedFile): UnloadedFile[] {
  const { refusal, path, via, mention, place } = refused
  const reason = reasonFor(refused)
  if (via.kind !== 'import' || mention === null) {
    if (refusal === 'directory' || (refusal === 'missing' && !isLink(path))) return []
    return [{ path, kind: kindOf(refusal), because: `${reason[0]?.toUpperCase()}${reason.slice(1)}.` }]
  }
  const at = `${nameOf(via.from, place)}:${via.line}`
  const word = withoutPunctuation(mention.word)
  if ((refusal === 'missing' || refusal === 'unreadable') && !isPath(word)) return []
  if (refusal === 'missing' && word !== mention.word && openFile(withoutPunctuation(path)).kind === 'file') {
    const behind = mention.word.slice(word.length)
    const because = `${at} imports it: the “${behind}” behind ${word} counts as part of the name.`
    return [{ path, kind: 'missing', because }]
  }
  return [{ path, kind: kindOf(refusal), because: `${at} imports it, but ${reason}.` }]
}

/** A path as a person of this project would write it. */
export function nameOf(path: string, { root }: Place): string {
  return isWithin(root, path) ? relative(root, path) : path
}

function reasonFor({ refusal, path, place }: RefusedFile): string {
  switch (refusal) {
    case 'missing':
      return isLink(path) ? 'it is a link to a file that is not there' : 'there is no such file'
    case 'directory':
      return 'it is a directory, and Claude Code imports only files'
    case 'unreadable':
      return 'it cannot be read'
    case 'outside':
      return `it lies outside ${place.cwd}, where Claude Code is started, and that was never approved`
    case 'excluded':
      return 'claudeMdExcludes in the settings leaves it out'
    case 'not-text':
      return `Claude Code does not take ${extname(path)} for the extension of a text`
    case 'blank':
      return 'nothing is left of it without comments, front matter and white space'
    case 'too-deep':
      return `Claude Code follows imports only ${HOPS_MAX} files deep`
    case 'too-big':
      return 'it is larger than 4 MiB, and Claude Code skips such a file'
  }
}

function kindOf(refusal: Refusal): UnloadedFile['kind'] {
  if (refusal === 'missing') return 'missing'
  return refusal === 'too-deep' || refusal === 'too-big' ? 'cut' : 'ignored'
}

function withoutPunctuation(word: string): string {
  return word.replace(/[.,;:!?)\]}>'"*_`]+$/, '')
}

/** A path is written as one, or ends in an extension; `alice` and `types/node` are names of other things. */
function isPath(word: string): boolean {
  return /^(?:\.{1,2}|~)?\//.test(word) || /[^/]\.[A-Za-z]\w*$/.test(word)
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}
