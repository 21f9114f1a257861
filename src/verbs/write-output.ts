import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIfReadable, writeAtomically } from '#kit/files.ts'
import { followLinks } from '#kit/follow-links.ts'
import { Fault } from '#words/fault.ts'

/** What is written to files that somebody names, and how such a file is known again. */
export type OutputKind = {
  /** As a person would call one: `no map of keel's`. */
  readonly noneOfThem: string
  readonly code: string
  /** What a file of its own may be called: in a folder that was named, and where the file that was named is another's. */
  readonly names: { readonly inFolder: string; readonly elsewhere: string }
  readonly isOurs: (before: string) => boolean
  /** Where none is written, even before anything is there. */
  readonly isKeptFree: (path: string) => boolean
}

type Written = {
  readonly text: string
  readonly kind: OutputKind
  /** What to type for the same in another file. */
  readonly commandFor: (output: string) => string
}

/**
 * Writes what can be made again to a file that somebody named. What is no file, such as a pipe or a terminal, is written to and
 * never replaced; what keel did not write before is left alone, since nobody can have it back.
 */
export function writeOutput(path: string, { text, kind, commandFor }: Written): void {
  const found = statSync(path, { throwIfNoEntry: false })
  const { inFolder, elsewhere } = kind.names
  if (found?.isDirectory() === true) throw noFile(path, commandFor(join(path, inFolder)))
  if (found !== undefined && !found.isFile()) {
    writeFileSync(path, text)
    return
  }
  const real = followLinks(path)
  if (kind.isKeptFree(real) || (found !== undefined && !isOurs(real, kind)))
    throw notOurs(path, { kind, hint: commandFor(elsewhere) })
  writeAtomically(real, Buffer.from(text))
}

/** An empty file may have been made for it. */
function isOurs(path: string, kind: OutputKind): boolean {
  const before = readIfReadable(path)?.toString('utf8')
  return before !== undefined && (before.trim() === '' || kind.isOurs(before))
}

function notOurs(path: string, { kind, hint }: { kind: OutputKind; hint: string }): Fault {
  const { code, noneOfThem } = kind
  return new Fault({ kind: 'user', code, message: `${path} is ${noneOfThem}, and stays as it is.`, hint })
}

function noFile(path: string, hint: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'no-file',
    message: `${path} is a folder, and no file to write to.`,
    hint,
  })
}
