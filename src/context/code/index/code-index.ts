import { join } from 'node:path'
import { useSqlite } from '#kit/use-sqlite.ts'
import type { FileOutcome } from '../parse/batch.ts'

/** The content of a file, and the grammar that it is read with: the same text may be two languages. */
export type ContentKey = string

/** What parsing came to for contents that were ever seen here, whichever files, branches and worktrees have them. */
export type CodeIndex = {
  /** What is known of these. */
  readonly find: (keys: readonly ContentKey[]) => Map<ContentKey, FileOutcome>
  readonly add: (outcomes: ReadonlyMap<ContentKey, FileOutcome>) => void
}

export function openCodeIndex({ folder, engine }: { folder: string; engine: string }): CodeIndex {
  const file = join(folder, 'code.db')
  // Another engine would have found something else: what it made is of no use.
  const schema = `CREATE TABLE artefact (key TEXT PRIMARY KEY, outcome TEXT NOT NULL) WITHOUT ROWID -- ${engine}`
  return {
    find: (keys) => {
      const wanted = new Set(keys)
      const found = new Map<ContentKey, FileOutcome>()
      useSqlite({
        file,
        schema,
        work: (database) => {
          const take = (row: Record<string, unknown> | null) => {
            if (row === null || !wanted.has(String(row['key']))) return
            found.set(String(row['key']), JSON.parse(String(row['outcome'])) as FileOutcome)
          }
          // One look at the file for all: each by itself would lock it anew.
          database.exec('BEGIN')
          if (keys.length > SCAN_FROM) for (const row of database.all('SELECT * FROM artefact')) take(row)
          else {
            const select = database.prepare('SELECT * FROM artefact WHERE key = ?')
            for (const key of keys) take(select.get([key]))
            select.finalize()
          }
          database.exec('COMMIT')
        },
      })
      return found
    },
    add: (outcomes) => {
      useSqlite({
        file,
        schema,
        work: (database) => {
          database.exec('BEGIN')
          const insert = database.prepare('INSERT OR REPLACE INTO artefact VALUES (?, ?)')
          for (const [key, outcome] of outcomes) insert.run([key, JSON.stringify(outcome)])
          insert.finalize()
          database.exec('COMMIT')
        },
      })
    },
  }
}

/** From so many on, to read everything is quicker than to ask for each. */
const SCAN_FROM = 2000
