import { unpackTerms } from '#context/knowledge/sqlite/pack-terms.ts'
import { SCHEMA } from '#context/knowledge/sqlite/schema.ts'
import { useSqlite } from '#kit/use-sqlite.ts'

export type StoreDump = {
  /** By id: everything that was put in. */
  readonly documents: Readonly<Record<string, unknown>>
  /** Rows that belong to no document, in whichever table. */
  readonly orphans: readonly string[]
  /** What is counted for each kind, and should be. */
  readonly totals: readonly unknown[]
  readonly counted: readonly unknown[]
}

/** All that is in the file of the embedded store, in an order of its own. */
export function dumpStore(file: string): StoreDump {
  const dump = useSqlite({
    file,
    schema: SCHEMA,
    work: (database) => {
      const rows = database.all(
        'SELECT id, path, content, kind, CAST(about AS TEXT) AS told, lengths, packed FROM document JOIN terms USING (row) ORDER BY id',
      )
      const documents = rows.map(({ id, packed, ...rest }) => [
        String(id),
        { ...rest, terms: unpackTerms(packed as Uint8Array) },
      ])
      const orphansIn = (table: string, row: string) =>
        database
          .all(`SELECT ${row} AS row FROM ${table} WHERE ${row} NOT IN (SELECT row FROM document)`)
          .map((orphan) => `${table} ${orphan['row']}`)
      const words = ['file', 'symbol', 'module'].map((kind) => `${kind}_words_docsize`)
      return {
        documents: Object.fromEntries(documents),
        orphans: [
          ...orphansIn('terms', 'row'),
          ...orphansIn('vector', 'row'),
          ...words.flatMap((table) => orphansIn(table, 'id')),
          ...database
            .all(
              "SELECT id FROM document WHERE kind = 'symbol' AND path NOT IN (SELECT path FROM document WHERE kind = 'file')",
            )
            .map(({ id }) => String(id)),
        ],
        totals: database.all(
          "SELECT kind, sum FROM total WHERE field = 'documents' AND sum > 0 ORDER BY kind",
        ),
        counted: database.all('SELECT kind, COUNT(*) AS sum FROM document GROUP BY kind ORDER BY kind'),
      }
    },
  })
  if (dump.kind !== 'done') throw new Error(`${file}: ${dump.kind}`)
  return dump.value
}
