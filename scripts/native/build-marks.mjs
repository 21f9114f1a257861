import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Without one step out of a multiplication and a sum: Node makes two of them, and the answers have to be the same. */
const FLAGS = ['-O2', '-s', '-Wall', '-ffp-contract=off', '-pthread']

/** Builds the program that asks about many files, for the machine that this runs on. Where that cannot be done, Node asks; says why then. */
export async function buildMarks(root) {
  try {
    if (process.platform === 'win32') throw new Error('it is not written for Windows')
    const folder = join(root, 'dist/native', `${process.platform}-${process.arch}`)
    mkdirSync(folder, { recursive: true })
    const source = join(root, 'src/loop/tasks/marks/marks.c')
    await promisify(execFile)(process.env.CC || 'cc', [
      ...FLAGS,
      source,
      '-o',
      join(folder, 'keel-marks'),
      '-lm',
    ])
    return null
  } catch (error) {
    return String(error?.stderr || error?.message || error)
      .trim()
      .split('\n')[0]
  }
}
