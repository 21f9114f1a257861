import type { Database } from 'node-sqlite3-wasm'
import { useSqlite } from '#kit/use-sqlite.ts'
import { Fault } from '#words/fault.ts'
import type { KnowledgeDocument, KnowledgeStore } from '../knowledge-store.ts'
import { findDocuments, PARTS, partsOf } from './find-documents.ts'
import { nearestDocuments, vectorOf } from './nearest-documents.ts'
import { unpackTerms } from './pack-terms.ts'
import { SCHEMA } from './schema.ts'
import { COUNT, deletePaths, writeDocuments } from './write-documents.ts'

/**
 * A store in one file, made where it is not there. The file is opened for each question and locked meanwhile, so that several
 * processes may have it; a broken one is begun anew, and holds no file then.
 */
export function openSqliteStore(file: string): KnowledgeStore {
  const use = async <Value>(work: (database: Database) => Value): Promise<Value> => {
    const done = useSqlite({
      file,
      schema: SCHEMA,
      work: (database) => {
        database.exec('PRAGMA cache_size = -32768')
        return work(database)
      },
    })
    switch (done.kind) {
      case 'done':
        return done.value
      case 'busy':
        throw busy(file)
      case 'failed':
        throw unusable(file, done.why)
    }
  }
  // One look at the file for all that a question needs: each by itself would lock it anew.
  const ask = <Value>(question: (database: Database) => Value): Promise<Value> =>
    use((database) => {
      database.exec('BEGIN')
      const answer = question(database)
      database.exec('COMMIT')
      return answer
    })
  return {
    index: async (documents) => {
      for (const batch of batchesOf(documents)) await use((database) => writeDocuments(database, batch))
    },
    search: (question) => ask((database) => findDocuments(database, question)),
    nearest: (question) => ask((database) => nearestDocuments(database, question)),
    get: (id) => ask((database) => getDocument(database, id)),
    deleteFiles: (paths) => use((database) => deletePaths(database, paths)),
    files: () => ask(filesIn),
    health: async () => {
      try {
        const documents = await use((database) =>
          Number(
            database.get('SELECT SUM(sum) AS all_kinds FROM total WHERE field = ?', [COUNT])?.['all_kinds'] ??
              0,
          ),
        )
        return { kind: 'up', documents, says: `SQLite in ${file}` }
      } catch (error) {
        return { kind: 'down', why: error instanceof Error ? error.message : String(error) }
      }
    },
    close: async () => {},
  }
}

/** Each is one transaction, well within the time that a lock may be held, and within memory. */
function* batchesOf(documents: Iterable<KnowledgeDocument>): Generator<KnowledgeDocument[]> {
  let batch: KnowledgeDocument[] = []
  let size = 0
  for (const document of documents) {
    batch.push(document)
    size += document.terms.body.length + document.terms.signatures.length
    if (batch.length < BATCH_MAX && size < BATCH_CHARACTERS_MAX) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

const BATCH_MAX = 5000
const BATCH_CHARACTERS_MAX = 16 * 1024 * 1024

function getDocument(database: Database, id: string): KnowledgeDocument | null {
  const row = database.get(
    `SELECT ${PARTS}, packed, numbers FROM document JOIN terms USING (row) LEFT JOIN vector USING (row) WHERE id = ?`,
    [id],
  )
  if (row === null) return null
  const numbers = row['numbers']
  return {
    ...partsOf(row),
    terms: unpackTerms(row['packed'] as Uint8Array),
    vector: numbers instanceof Uint8Array ? vectorOf(numbers) : null,
  }
}

function filesIn(database: Database): ReadonlyMap<string, string> {
  const rows = database.all("SELECT path, content FROM document WHERE kind = 'file'")
  return new Map(rows.map(({ path, content }) => [String(path), String(content)]))
}

function busy(file: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'store-busy',
    message: `Another process keeps the knowledge store to itself: ${file}`,
    hint: 'Wait for it to end, and ask again.',
  })
}

function unusable(file: string, why: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'store-unusable',
    message: `The knowledge store can neither be used nor made anew (${why}): ${file}`,
    hint: 'Is there room on the disk? What is in .keel/cache may be deleted.',
  })
}
