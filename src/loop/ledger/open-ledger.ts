import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '#kit/files.ts'
import { makeIgnoredFolder } from '#kit/make-ignored-folder.ts'

/** The papers of one run: a folder for each attempt. */
export type Ledger = {
  /** Where a file of an attempt lies, its folder made. */
  readonly pathOf: (attempt: number, name: LedgerFile) => string
  readonly write: (attempt: number, name: LedgerFile, text: string) => void
}

export type LedgerFile = 'prompt.md' | 'host.log' | 'tests.log' | 'attempt.json' | 'evidence.json'

export const LEDGER_FOLDER = '.keel/ledger'

export function openLedger(root: string, run: string): Ledger {
  const pathOf: Ledger['pathOf'] = (attempt, name) => {
    makeIgnoredFolder(join(root, LEDGER_FOLDER))
    const folder = join(root, LEDGER_FOLDER, run, String(attempt))
    mkdirSync(folder, { recursive: true })
    return join(folder, name)
  }
  return {
    pathOf,
    write: (attempt, name, text) => writeAtomically(pathOf(attempt, name), Buffer.from(text)),
  }
}
