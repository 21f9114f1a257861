import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn, PRIVATE, readIfReadable, writeAtomically } from '#kit/files.ts'
import { makeIgnoredFolder } from '#kit/make-ignored-folder.ts'
import { redact } from '#kit/redact.ts'
import { removeFolder } from '#kit/remove-folder.ts'
import type { Evidence } from '#words/evidence.ts'

/** The papers of one run: a folder for each attempt. */
export type Ledger = {
  /** Where a file of an attempt lies, its folder made. */
  readonly pathOf: (attempt: number, name: LedgerFile) => string
  /** Without what looks like a secret. */
  readonly write: (paper: {
    readonly attempt: number
    readonly name: Exclude<LedgerFile, 'evidence.json'>
    readonly text: string
  }) => void
  /** As it was sealed: it is without secrets already, and to look for them once more could only break the seal. */
  readonly writeEvidence: (attempt: number, evidence: Evidence) => void
  /** What of a paper is left; null where it is gone. */
  readonly read: (attempt: number, name: LedgerFile) => string | null
  /** Takes away the papers of all attempts but the last ones, for whom nobody will ask. */
  readonly keepLast: (count: number) => void
  /** Notes that the run is at work. */
  readonly beat: () => void
  /** When it last was, in milliseconds since 1970; null where nobody knows. */
  readonly lastBeat: () => number | null
}

export type LedgerFile = 'prompt.md' | 'host.log' | 'tests.log' | 'attempt.json' | 'evidence.json'

export const LEDGER_FOLDER = '.keel/ledger'

/** Held by the process that is at work on a run: one at a time in a tree. */
export const RUN_LOCK = `${LEDGER_FOLDER}/.run.keel-tmp`

/** The papers of a task, or of a run that has none. */
export function openLedger(root: string, name: string): Ledger {
  const folder = join(root, LEDGER_FOLDER, name)
  const alive = join(folder, '.alive')
  // Each time, for an agent may have deleted it.
  const make = (path: string) => {
    makeIgnoredFolder(join(root, LEDGER_FOLDER))
    mkdirSync(path, { recursive: true })
    return path
  }
  const pathOf: Ledger['pathOf'] = (attempt, name) => join(make(join(folder, String(attempt))), name)
  const put = (path: string, text: string) => writeAtomically({ path, mode: PRIVATE }, Buffer.from(text))
  return {
    pathOf,
    read: (attempt, name) => readIfReadable(join(folder, String(attempt), name))?.toString('utf8') ?? null,
    write: ({ attempt, name, text }) => put(pathOf(attempt, name), redact(text)),
    writeEvidence: (attempt, evidence) =>
      put(pathOf(attempt, 'evidence.json'), `${JSON.stringify(evidence, null, 2)}\n`),
    keepLast: (count) => {
      const numbers = namesIn(folder).filter((name) => /^\d+$/.test(name))
      const old = numbers.sort((one, other) => Number(one) - Number(other)).slice(0, -count)
      for (const number of old) removeFolder(join(folder, number))
    },
    beat: () => {
      make(folder)
      writeFileSync(alive, '')
    },
    lastBeat: () => statSync(alive, { throwIfNoEntry: false })?.mtimeMs ?? null,
  }
}
