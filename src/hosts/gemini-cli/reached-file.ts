import { dirname } from 'node:path'
import type { LoadedFile } from '#words/instructions.ts'
import { type ResolvedImport, resolveImport } from './resolve-import.ts'
import type { ImportPart } from './split-imports.ts'
import { spokenPath } from './spoken-path.ts'

/** A file that Gemini CLI finds by itself. */
export type FoundFile = Pick<LoadedFile, 'path' | 'via' | 'when'>

/** A file whose imports are to be followed. */
export type ReachedFile = FoundFile & {
  /** Size on disk. */
  readonly bytes: number
  /** All of it, as decoded. */
  readonly text: string
  /** The imports of a found file, at whatever depth, stay inside this folder. */
  readonly importRoot: string
  readonly projectRoot: string
  /** The imported files that led here, this one included. The found file at the top is not one of them. */
  readonly chain: readonly string[]
}

/** Imports are relative to where the importing file was found, even if that is a link to somewhere else. */
export function resolveFrom({ path, importRoot }: ReachedFile, { word }: ImportPart): ResolvedImport {
  return resolveImport(word, { directory: dirname(path), root: importRoot })
}

/** The file behind an import, reached from the one that imports it. */
export function reach(
  from: ReachedFile,
  { found: { path, bytes }, line }: { found: Extract<ResolvedImport, { kind: 'file' }>; line: number },
): ReachedFile {
  return {
    ...from,
    path,
    via: { kind: 'import', from: from.path, line },
    bytes: bytes.length,
    text: bytes.toString('utf8'),
    chain: [...from.chain, path],
  }
}

export function show({ path, via, when, bytes }: ReachedFile, text: string): LoadedFile {
  return { path, via, when, bytes, text, cut: null }
}

/** Where an import is written, as a person would say it. */
export function placeOf({ path, projectRoot }: ReachedFile, { line }: ImportPart): string {
  return `${spokenPath(projectRoot, path)}:${line}`
}
