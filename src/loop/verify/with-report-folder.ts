import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive, namesIn, PRIVATE, readIfReadable, writeAtomically } from '#kit/files.ts'
import { redact } from '#kit/redact.ts'
import { removeFolder } from '#kit/remove-folder.ts'
import { withoutOutput } from './without-output.ts'

/**
 * Lends a folder where frameworks may write their reports. It is none of the ledger's: whatever the tests say is in there, and keel
 * may be killed. Beside the log is kept what of it is no secret.
 */
export async function withReportFolder<Value>(
  logFile: string,
  work: (folder: string) => Promise<Value>,
): Promise<Value> {
  sweep()
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    keep(folder, logFile.replace(/\.log$/, '.report'))
    removeFolder(folder)
  }
}

const PREFIX = 'keel-report-'
const KEPT_CHARACTERS = 2 * 2 ** 20

function keep(folder: string, place: string): void {
  const reports = namesIn(folder).flatMap(
    (name) => readIfReadable(join(folder, name))?.toString('utf8') ?? [],
  )
  rmSync(place, { force: true })
  const text = redact(beginningOf(reports.map(withoutOutput).join('')))
  if (text === '') return
  try {
    writeAtomically({ path: place, mode: PRIVATE }, Buffer.from(text))
  } catch {
    // A full disk, or no folder any more: the evidence says what there was to say.
  }
}

/** Whole lines, where there are any: half a key does not look like one. */
function beginningOf(text: string): string {
  if (text.length <= KEPT_CHARACTERS) return text
  return text.slice(0, text.lastIndexOf('\n', KEPT_CHARACTERS - 1) + 1)
}

/** Takes away what processes that were killed have left. */
function sweep(): void {
  for (const name of namesIn(tmpdir())) {
    const owner = /^keel-report-(\d+)-/.exec(name)?.[1]
    if (owner !== undefined && !isAlive(Number(owner))) removeFolder(join(tmpdir(), name))
  }
}
