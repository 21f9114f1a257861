import { mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Database } from 'node-sqlite3-wasm'
import { calmWasm } from './calm-wasm.ts'
import { whileLocked } from './lock.ts'
import { packageFile } from './package-file.ts'

/** It finds its WebAssembly beside itself, and so has to be a file of its own. */
const require = createRequire(import.meta.url)

export type SqliteUse<Value> = {
  readonly file: string
  /** Made where it is not there. Databases with another schema are begun anew. */
  readonly schema: string
  readonly work: (database: Database) => Value
}

export type SqliteUsed<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** Another process keeps the lock for too long. */
  | { readonly kind: 'busy' }
  /** Nor can a new one be made: no room on the disk is the most likely reason. */
  | { readonly kind: 'failed'; readonly why: string }

/**
 * Works on a database that is derived from other files, and so may be deleted at any time: a broken one is, and the work is
 * done again on a new one. One process at a time, by keel's own lock: this build of SQLite locks by a folder beside the
 * file, and a process that is killed leaves it there for good.
 */
export function useSqlite<Value>({ file, schema, work }: SqliteUse<Value>): SqliteUsed<Value> {
  calmWasm()
  const sqlite = require(packageFile('dist/sqlite.cjs')) as typeof import('node-sqlite3-wasm')
  mkdirSync(dirname(file), { recursive: true })
  const attempt = (): SqliteUsed<Value> => {
    try {
      rmSync(`${file}.lock`, { recursive: true, force: true })
      const database = new sqlite.Database(file)
      try {
        prepare(database, schema)
        return { kind: 'done', value: work(database) }
      } finally {
        database.close()
      }
    } catch (error) {
      if (!(error instanceof sqlite.SQLite3Error)) throw error
      for (const part of ['', '-journal', '-wal', '-shm'])
        rmSync(file + part, { recursive: true, force: true })
      return { kind: 'failed', why: error.message }
    }
  }
  const used = whileLocked(`${file}.keel-tmp`, () => {
    const first = attempt()
    return first.kind === 'failed' ? attempt() : first
  })
  return used.kind === 'done' ? used.value : { kind: 'busy' }
}

function prepare(database: Database, schema: string): void {
  // What is lost to a power failure is made again.
  database.exec('PRAGMA synchronous = OFF; CREATE TABLE IF NOT EXISTS made_by (schema TEXT)')
  const made = database.get('SELECT schema FROM made_by')
  if (made !== null && made['schema'] === schema) return
  const tables = database.all("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'made_by'")
  for (const { name } of tables) database.exec(`DROP TABLE "${String(name)}"`)
  // A schema may end in a comment: nothing can come after it.
  database.exec(`DELETE FROM made_by; ${schema}`)
  database.run('INSERT INTO made_by VALUES (?)', [schema])
}
