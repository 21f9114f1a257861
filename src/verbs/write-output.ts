import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readStamp } from '#context/map/map-stamp.ts'
import { readIfReadable, writeAtomically } from '#kit/files.ts'
import { realPath } from '#kit/real-path.ts'
import { Fault } from '#words/fault.ts'
import type { MapTarget } from './map-command.ts'

type Written = {
  readonly text: string
  /** What to type for the same map in another file. */
  readonly commandFor: (target: MapTarget) => string
}

/**
 * Writes a map to a file that somebody named. What is no file, such as a pipe or a terminal, is written to and never replaced; what
 * is no map is left alone, since nobody can have it back.
 */
export function writeOutput(path: string, { text, commandFor }: Written): void {
  const found = statSync(path, { throwIfNoEntry: false })
  const elsewhere = (output: string) => commandFor({ output, isForeign: false })
  if (found?.isDirectory() === true) throw noFile(path, elsewhere(join(path, 'map.md')))
  if (found !== undefined && !found.isFile()) {
    writeFileSync(path, text)
    return
  }
  const real = realPath(path)
  if (OTHERS.test(real) || (found !== undefined && !isMap(real)))
    throw notOurs(path, elsewhere('keel-map.md'))
  writeAtomically(real, Buffer.from(text))
}

/** Git's files, and those of keel's that are no text to read, even before they are there. */
const OTHERS = /[\\/]\.git[\\/]|[\\/]\.keel[\\/](?!.*\.md$)/

/** An empty file may have been made for it. */
function isMap(path: string): boolean {
  const before = readIfReadable(path)?.toString('utf8')
  return before !== undefined && (before.trim() === '' || readStamp(before) !== null)
}

function notOurs(path: string, hint: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'not-a-map',
    message: `${path} is no map of keel's, and stays as it is.`,
    hint,
  })
}

function noFile(path: string, hint: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'no-file',
    message: `${path} is a folder, and no file to write to.`,
    hint,
  })
}
