import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { writeAtomically } from '#kit/files.ts'
import { realPath } from '#kit/real-path.ts'
import { Fault } from '#words/fault.ts'
import type { World } from './world.ts'

/** Writes what can be made again to a file that somebody named. A file that it did not write before is left alone. */
export function writeResult(
  typed: string,
  { text, isOurs, place }: { text: string; isOurs: (before: string) => boolean; place: World['place'] },
): void {
  const path = resolve(place.cwd, typed)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isFile() && !found.isDirectory()) {
    writeFileSync(path, text)
    return
  }
  const before = found?.isFile() === true ? readFileSync(path, 'utf8') : ''
  if (
    found?.isDirectory() === true ||
    /[\\/]\.git[\\/]/.test(path) ||
    !(before.trim() === '' || isOurs(before))
  )
    throw new Fault({
      kind: 'user',
      code: 'not-ours',
      message: `${typed} is something else, and stays as it is.`,
      hint: `ls -la ${JSON.stringify(typed)}`,
    })
  writeAtomically(realPath(path), Buffer.from(text))
}
