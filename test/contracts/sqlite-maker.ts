import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openSqliteStore } from '#context/knowledge/sqlite/open-sqlite-store.ts'
import type { StoreMaker } from './knowledge-store.ts'

/** The embedded store, in a file that is taken away when the test is over. */
export const sqliteMaker: StoreMaker = {
  name: 'sqlite',
  make: async () => {
    const file = scratchDatabase()
    return { open: async () => openSqliteStore(file) }
  },
}

export function scratchDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keel-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'knowledge.db')
}
