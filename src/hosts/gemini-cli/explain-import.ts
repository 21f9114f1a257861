import { basename } from 'node:path'
import type { UnloadedFile } from '#words/instructions.ts'
import { placeOf, type ReachedFile, resolveFrom } from './reached-file.ts'
import type { ResolvedImport } from './resolve-import.ts'
import type { ImportPart } from './split-imports.ts'
import { spokenPath } from './spoken-path.ts'

type FailedImport = {
  /** The importing file. */
  readonly file: ReachedFile
  readonly part: ImportPart
  readonly found: Exclude<ResolvedImport, { kind: 'file' }>
  /** Tree format puts a notice in the place of the word; flat format lets it stand. */
  readonly format: 'tree' | 'flat'
}

/** Why an import brought nothing. A mention that nobody can have meant as a file is passed over. */
export function explainImport(failed: FailedImport): UnloadedFile[] {
  const { file, part, found } = failed
  const { word } = part
  const at = placeOf(file, part)
  const ignored = (because: string): UnloadedFile[] => [{ path: found.path, kind: 'ignored', because }]
  switch (found.kind) {
    case 'address':
      return ignored(`${at} imports ${word}, and Gemini CLI imports only files.`)
    case 'outside':
      return ignored(
        `${at} imports it, and Gemini CLI imports only from inside ${spokenPath(file.projectRoot, file.importRoot)}.`,
      )
    case 'directory':
      return ignored(`${at} imports it, but it is a directory.`)
    case 'unreadable':
      return isPath(word) ? ignored(`${at} imports it, but it cannot be read.`) : []
    case 'missing':
      return explainMissing(failed)
  }
}

function explainMissing({ file, part, found: { path }, format }: FailedImport): UnloadedFile[] {
  const { word } = part
  const at = placeOf(file, part)
  const name = word.replace(/[.,;:!?)\]}>'"*_]+$/, '')
  if (name !== word && resolveFrom(file, { ...part, word: name }).kind === 'file') {
    const because = `${at} imports it: the “${word.slice(name.length)}” behind ${name} counts as part of the name.`
    return [{ path, kind: 'missing', because }]
  }
  if (isPath(name))
    return [{ path, kind: 'missing', because: `${at} imports it, but there is no such file.` }]
  if (!name.includes('/') || format === 'flat') return []
  const because = `${at} mentions @${name}, which Gemini CLI takes for an import and replaces by a notice of failure.`
  return [{ path, kind: 'ignored', because }]
}

/** A path is written as one, or ends in an extension; `alice` and `types/node` are names of other things. */
function isPath(word: string): boolean {
  return /^[./]/.test(word) || /.\.\w+$/.test(basename(word))
}
