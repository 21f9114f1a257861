import { statSync, writeFileSync } from 'node:fs'
import { writeAtomically } from '#kit/files.ts'
import { realPath } from '#kit/real-path.ts'
import { Fault } from '#words/fault.ts'

/** Writes a file that somebody named. What is no file, such as a pipe or a terminal, is written to and never replaced. */
export function writeOutput(path: string, text: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory() === true) throw noFile(path)
  if (found === undefined || found.isFile()) writeAtomically(realPath(path), Buffer.from(text))
  else writeFileSync(path, text)
}

function noFile(path: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'no-file',
    message: `${path} is a folder, and no file to write to.`,
    hint: `keel map -o ${path.replace(/\/+$/, '')}/map.md`,
  })
}
