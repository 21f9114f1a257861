import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Database } from 'node-sqlite3-wasm'
import { useSqlite } from '#kit/use-sqlite.ts'
import type { FileOutcome } from '../parse/batch.ts'
import { bytesOfTags } from '../write-tags.ts'
import { keptOutcome } from './kept-outcome.ts'

/** The content of a file, and the grammar that it is read with: the same text may be two languages. */
export type ContentKey = string

/** What parsing came to for contents that were ever seen here, whichever files, branches and worktrees have them. */
export type CodeIndex = {
  /** Takes what is known of these, one after the other. */
  readonly find: (keys: readonly ContentKey[], take: (key: ContentKey, outcome: FileOutcome) => void) => void
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

/** Where it can be neither used nor made, as on a full disk, nothing is known, and nothing kept: it is only there to be quick. */
export function openCodeIndex({ folder, engine, sizeMaxBytes = SIZE_MAX_BYTES }: IndexPlace): CodeIndex {
  const file = join(folder, 'code.db')
  // Another engine would have found something else: what it made is of no use.
  const schema = `CREATE TABLE artefact (key TEXT PRIMARY KEY, outcome TEXT NOT NULL, tags BLOB, sum INTEGER) WITHOUT ROWID -- ${engine}`
  return {
    find: (keys, take) => {
      // To open SQLite takes as long as to parse a hundred files, which may begin meanwhile.
      if (!existsSync(file)) return
      const wanted = new Set(keys)
      useSqlite({
        file,
        schema,
        work: (database) => {
          const see = (row: Record<string, unknown> | null) => {
            const key = String(row?.['key'])
            const outcome = row !== null && wanted.has(key) ? outcomeOf(row) : null
            if (outcome !== null) take(key, outcome)
          }
          // One look at the file for all: each by itself would lock it anew.
          database.exec('BEGIN')
          if (keys.length > SCAN_FROM) for (const row of database.all('SELECT * FROM artefact')) see(row)
          else {
            const select = database.prepare('SELECT * FROM artefact WHERE key = ?')
            for (const key of keys) see(select.get([key]))
            select.finalize()
          }
          database.exec('COMMIT')
        },
      })
    },
    add: (outcomes, tree) => {
      useSqlite({
        file,
        schema,
        work: (database) => {
          database.exec('BEGIN')
          const insert = database.prepare('INSERT OR REPLACE INTO artefact VALUES (?, ?, ?, ?)')
          // In the order of the table: what lies near each other is written at once.
          for (const [key, outcome] of [...outcomes].sort(byKey)) insert.run(rowOf(key, outcome))
          insert.finalize()
          database.exec('COMMIT')
          if (tree !== undefined && sizeOf(database) > sizeMaxBytes) forgetOthers(database, tree.keys())
        },
      })
    },
  }
}

/** Tags are written as they are; as bytes, since to hand over a text takes four times as long. */
function rowOf(key: ContentKey, whole: FileOutcome): [string, string, Uint8Array | null, number] {
  const { tags = null, ...rest } = { tags: undefined, ...whole }
  const outcome = JSON.stringify(rest)
  const bytes = tags === null ? null : bytesOfTags(tags)
  return [key, outcome, bytes, sumOf({ key, outcome, tags: bytes })]
}

type Sealed = { readonly key: string; readonly outcome: string; readonly tags: Uint8Array | null }

function sumOf({ key, outcome, tags }: Sealed): number {
  const sum = crc32(`${key} ${outcome}`)
  return tags === null ? sum : crc32(tags, sum)
}

/** Null where the row is not as it was written: the file is parsed again, and what comes of it takes its place. */
function outcomeOf(row: Record<string, unknown>): FileOutcome | null {
  const [key, outcome] = [String(row['key']), String(row['outcome'])]
  const tags = row['tags'] instanceof Uint8Array ? row['tags'] : null
  if (sumOf({ key, outcome, tags }) !== row['sum']) return null
  const text =
    tags === null ? {} : { tags: Buffer.from(tags.buffer, tags.byteOffset, tags.byteLength).toString('utf8') }
  return keptOutcome.parse({ ...JSON.parse(outcome), ...text })
}

function byKey([one]: [ContentKey, unknown], [other]: [ContentKey, unknown]): number {
  return one < other ? -1 : 1
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
