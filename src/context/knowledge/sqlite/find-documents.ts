import type { Database } from 'node-sqlite3-wasm'
import { byField } from '../by-field.ts'
import { isTerm } from '../is-term.ts'
import {
  type Found,
  type FoundDocument,
  type KnowledgeDocument,
  TERM_FIELDS,
  type TermField,
  type TermQuestion,
} from '../knowledge-store.ts'
import { unpackTerms } from './pack-terms.ts'
import { KINDS, type Kind } from './schema.ts'
import { COUNT } from './write-documents.ts'

export function findDocuments(database: Database, question: TermQuestion): Found {
  const kinds = question.kinds ?? KINDS
  const terms = [...question.terms.keys()]
  const asked = terms.filter(isTerm)
  return {
    ...totalsOf(database, kinds),
    frequencies: frequenciesOf(database, { terms, kinds }),
    hits: hitsOf(database, { ...question, kinds, asked }),
  }
}

function totalsOf(database: Database, kinds: readonly Kind[]): Pick<Found, 'documents' | 'meanLengths'> {
  const rows = database.all('SELECT kind, field, sum FROM total')
  const sumOf = (wanted: string) =>
    rows
      .filter(({ kind, field }) => field === wanted && kinds.some((one) => one === kind))
      .reduce((all, { sum }) => all + Number(sum), 0)
  const documents = sumOf(COUNT)
  const meanOf = (field: TermField) => (documents === 0 ? 0 : sumOf(field) / documents)
  return {
    documents,
    meanLengths: byField(meanOf),
  }
}

function frequenciesOf(
  database: Database,
  { terms, kinds }: { terms: readonly string[]; kinds: readonly Kind[] },
): ReadonlyMap<string, number> {
  const selects = kinds.map((kind) => database.prepare(`SELECT doc FROM ${kind}_vocabulary WHERE term = ?`))
  const countOf = (term: string) =>
    selects.reduce((sum, select) => sum + Number(select.get([term])?.['doc'] ?? 0), 0)
  const frequencies = new Map(terms.map((term) => [term, isTerm(term) ? countOf(term) : 0]))
  for (const select of selects) select.finalize()
  return frequencies
}

type Asked = Omit<TermQuestion, 'kinds'> & {
  readonly kinds: readonly Kind[]
  readonly asked: readonly string[]
}

function hitsOf(database: Database, { kinds, asked, under = '', most }: Asked): FoundDocument[] {
  if (asked.length === 0) return []
  const any = asked.map((term) => `"${term.replaceAll('"', '""')}"`).join(' OR ')
  const found = kinds.flatMap((kind) =>
    database.all(
      `SELECT rowid AS row, rank AS worth FROM ${kind}_words WHERE ${kind}_words MATCH ? AND rank MATCH '${WORTH}' ${
        under === '' ? '' : UNDER
      } ORDER BY rank LIMIT ?`,
      under === '' ? [any, most] : [any, under, under, most],
    ),
  )
  // FTS5 counts downwards.
  const best = found.sort((one, other) => Number(one['worth']) - Number(other['worth'])).slice(0, most)
  const select = database.prepare(
    `SELECT ${PARTS}, lengths, packed FROM document JOIN terms USING (row) WHERE row = ?`,
  )
  const hits = best.flatMap(({ row }) => {
    const whole = select.get([Number(row)])
    return whole === null ? [] : [hitOf(whole, asked)]
  })
  select.finalize()
  return hits
}

/** Much as `rank-found.ts` sees it, so that what is cut off would not have come far. */
const WORTH = 'bm25(5.0, 5.0, 1.0, 0.7, 1.0)'
const UNDER = 'AND rowid IN (SELECT row FROM document WHERE substr(path, 1, length(?)) = ?)'

/** What every answer has of a document. */
export const PARTS = 'id, path, content, about'

type Row = Readonly<Record<string, unknown>>

export function partsOf(row: Row): Pick<KnowledgeDocument, 'id' | 'path' | 'content' | 'about'> {
  const about = Buffer.from(row['about'] as Uint8Array).toString('utf8')
  return {
    id: String(row['id']),
    path: String(row['path']),
    content: String(row['content']),
    about: JSON.parse(about) as KnowledgeDocument['about'],
  }
}

function hitOf(row: Row, asked: readonly string[]): FoundDocument {
  const numbers = JSON.parse(String(row['lengths'])) as number[]
  const lengthOf = (field: TermField) => numbers[TERM_FIELDS.indexOf(field)] ?? 0
  return {
    ...partsOf(row),
    lengths: byField(lengthOf),
    counts: countTerms(unpackTerms(row['packed'] as Uint8Array), asked),
  }
}

type Counts = Map<string, Partial<Record<TermField, number>>>

function countTerms(terms: KnowledgeDocument['terms'], asked: readonly string[]): Counts {
  const counts: Counts = new Map()
  for (const field of TERM_FIELDS) {
    const text = ` ${terms[field]} `
    for (const term of asked) {
      const count = timesIn(text, ` ${term} `)
      if (count > 0) counts.set(term, { ...counts.get(term), [field]: count })
    }
  }
  return counts
}

/** The blank after one is the blank before the next. */
function timesIn(text: string, wanted: string): number {
  let count = 0
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length - 1)) count += 1
  return count
}
