import { join } from 'node:path'
import type { Database } from 'node-sqlite3-wasm'
import { useSqlite } from '#kit/use-sqlite.ts'
import type { FileOutcome } from '../parse/batch.ts'

/** The content of a file, and the grammar that it is read with: the same text may be two languages. */
export type ContentKey = string

/** What parsing came to for contents that were ever seen here, whichever files, branches and worktrees have them. */
export type CodeIndex = {
  /** What is known of these. */
  readonly find: (keys: readonly ContentKey[]) => Map<ContentKey, FileOutcome>
  /** Where a whole tree is named by its contents, others are forgotten if there are too many. */
  readonly add: (
    outcomes: ReadonlyMap<ContentKey, FileOutcome>,
    tree?: { readonly keys: () => Iterable<ContentKey> },
  ) => void
}

export type IndexPlace = {
  readonly folder: string
  readonly engine: string
  /** From what size on contents that the tree has not are forgotten. */
  readonly sizeMaxBytes?: number
}

export function openCodeIndex({ folder, engine, sizeMaxBytes = SIZE_MAX_BYTES }: IndexPlace): CodeIndex {
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
    add: (outcomes, tree) => {
      useSqlite({
        file,
        schema,
        work: (database) => {
          database.exec('BEGIN')
          const insert = database.prepare('INSERT OR REPLACE INTO artefact VALUES (?, ?)')
          for (const [key, outcome] of outcomes) insert.run([key, JSON.stringify(outcome)])
          insert.finalize()
          database.exec('COMMIT')
          if (tree !== undefined && sizeOf(database) > sizeMaxBytes) forgetOthers(database, tree.keys())
        },
      })
    },
  }
}

/** A tree of ten thousand files takes about half of this. */
const SIZE_MAX_BYTES = 256 * 1024 * 1024

/** What is in use of the file. */
function sizeOf(database: Database): number {
  const number = (name: string) => Number(Object.values(database.get(`PRAGMA ${name}`) ?? {})[0] ?? 0)
  return (number('page_count') - number('freelist_count')) * number('page_size')
}

/**
 * Other branches and worktrees may have to parse again what they have alone. Where that would leave half or more, the tree
 * itself is this large, and nothing is forgotten: else every change would cost a look at everything.
 */
function forgetOthers(database: Database, keys: Iterable<ContentKey>): void {
  database.exec('BEGIN; CREATE TEMP TABLE wanted (key TEXT PRIMARY KEY) WITHOUT ROWID')
  const insert = database.prepare('INSERT OR IGNORE INTO wanted VALUES (?)')
  for (const key of keys) insert.run([key])
  insert.finalize()
  const counted = database.get(
    'SELECT (SELECT COUNT(*) FROM wanted) AS own, (SELECT COUNT(*) FROM artefact) AS every',
  )
  if (Number(counted?.['every']) > 2 * Number(counted?.['own']))
    database.exec('DELETE FROM artefact WHERE key NOT IN (SELECT key FROM wanted)')
  database.exec('DROP TABLE wanted; COMMIT')
}

/** From so many on, to read everything is quicker than to ask for each. */
const SCAN_FROM = 2000
