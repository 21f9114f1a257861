import type { Database } from 'node-sqlite3-wasm'
import { type KnowledgeDocument, TERM_FIELDS } from '../knowledge-store.ts'
import { lengthsOf, packTerms } from './pack-terms.ts'
import { KINDS, type Kind } from './schema.ts'

/** In one transaction: all of them are in, or none. */
export function writeDocuments(database: Database, documents: readonly KnowledgeDocument[]): void {
  database.exec('BEGIN')
  const totals = startTotals()
  const removal = startRemoval(database, totals)
  const find = database.prepare('SELECT row, kind, lengths FROM document WHERE id = ?')
  const insert = database.prepare('INSERT INTO document VALUES (?, ?, ?, ?, ?, ?, ?)')
  const keepTerms = database.prepare('INSERT OR REPLACE INTO terms VALUES (?, ?)')
  const keepVector = database.prepare('INSERT OR REPLACE INTO vector VALUES (?, ?, ?)')
  const words = KINDS.map((kind) =>
    database.prepare(`INSERT INTO ${kind}_words (rowid, ${TERM_FIELDS.join()}) VALUES (?, ?, ?, ?, ?, ?)`),
  )
  for (const { id, path, content, about, terms, vector } of documents) {
    const old = find.get([id])
    if (old !== null) removal.remove([old])
    const lengths = lengthsOf(terms)
    const numbers = JSON.stringify(TERM_FIELDS.map((field) => lengths[field]))
    const bytes = Buffer.from(JSON.stringify(about))
    const made = insert.run([null, id, path, content, about.kind, bytes, numbers])
    const row = Number(made.lastInsertRowid)
    keepTerms.run([row, packTerms(terms)])
    if (vector !== null) keepVector.run([row, about.kind, bytesOf(vector)])
    // As bytes, since to hand over a text takes four times as long.
    words[KINDS.indexOf(about.kind)]?.run([row, ...TERM_FIELDS.map((field) => Buffer.from(terms[field]))])
    totals.add(about.kind, { lengths: TERM_FIELDS.map((field) => lengths[field]), sign: 1 })
  }
  removal.end()
  for (const statement of [find, insert, keepTerms, keepVector, ...words]) statement.finalize()
  totals.write(database)
  database.exec('COMMIT')
}

export function deletePaths(database: Database, paths: readonly string[]): void {
  database.exec('BEGIN')
  const totals = startTotals()
  const removal = startRemoval(database, totals)
  const find = database.prepare('SELECT row, kind, lengths FROM document WHERE path = ?')
  for (const path of paths) removal.remove(find.all([path]))
  removal.end()
  find.finalize()
  totals.write(database)
  database.exec('COMMIT')
}

type Row = Readonly<Record<string, unknown>>

type Removal = { readonly remove: (rows: readonly Row[]) => void; readonly end: () => void }

function startRemoval(database: Database, totals: Totals): Removal {
  const plain = ['document', 'terms', 'vector'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE row = ?`),
  )
  const words = KINDS.map((kind) => database.prepare(`DELETE FROM ${kind}_words WHERE rowid = ?`))
  return {
    remove: (rows) => {
      for (const { row, kind, lengths } of rows) {
        const own = KINDS.find((one) => one === kind) ?? 'file'
        const number = Number(row)
        for (const statement of plain) statement.run([number])
        words[KINDS.indexOf(own)]?.run([number])
        totals.add(own, { lengths: JSON.parse(String(lengths)) as number[], sign: -1 })
      }
    },
    end: () => {
      for (const statement of [...plain, ...words]) statement.finalize()
    },
  }
}

type Totals = {
  readonly add: (kind: Kind, change: { readonly lengths: readonly number[]; readonly sign: 1 | -1 }) => void
  readonly write: (database: Database) => void
}

/** What a change comes to for the sums of each kind, written once. */
function startTotals(): Totals {
  const sums = new Map<string, number>()
  const change = (key: string, by: number) => sums.set(key, (sums.get(key) ?? 0) + by)
  return {
    add: (kind, { lengths, sign }) => {
      change(`${kind} ${COUNT}`, sign)
      for (const [place, field] of TERM_FIELDS.entries())
        change(`${kind} ${field}`, sign * (lengths[place] ?? 0))
    },
    write: (database) => {
      for (const [key, sum] of sums)
        database.run(
          'INSERT INTO total VALUES (?, ?, ?) ON CONFLICT (kind, field) DO UPDATE SET sum = sum + excluded.sum',
          [...key.split(' '), sum],
        )
    },
  }
}

/** Beside the fields: how many documents there are. */
export const COUNT = 'documents'

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
