import { sha256 } from '#kit/sha256.ts'
import {
  type FoundDocument,
  type KnowledgeDocument,
  TERM_FIELDS,
  type TermField,
} from '../knowledge-store.ts'

/**
 * A document as a server keeps it. `counts` repeats what `terms` tells, so that a question fetches the counts of its own
 * terms and no whole texts. `near` is for finding alone and is not kept: `packed` has the numbers of a vector bit by bit.
 */
export type DocumentRecord = Pick<KnowledgeDocument, 'id' | 'path' | 'content' | 'about'> & {
  readonly kind: KnowledgeDocument['about']['kind']
  readonly terms: KnowledgeDocument['terms']
  /** Terms that servers would cut, by what stands for them. */
  readonly long?: Readonly<Record<string, string>>
  readonly lengths: FoundDocument['lengths']
  /** In the order of `TERM_FIELDS`. */
  readonly counts: Readonly<Record<string, readonly number[]>>
  readonly packed?: string
  readonly near?: Readonly<Record<string, readonly number[]>>
}

export function recordOf({ id, path, content, about, terms, vector }: KnowledgeDocument): DocumentRecord {
  const long: Record<string, string> = {}
  const counts: Record<string, number[]> = Object.create(null)
  const inField = (field: TermField, place: number) => {
    const all = terms[field].split(' ').filter((term) => term !== '')
    let isChanged = false
    for (const [at, term] of all.entries()) {
      const stand = indexedTerm(term)
      if (stand !== term) {
        long[stand] = term
        all[at] = stand
        isChanged = true
      }
      const key = countKey(stand)
      const row = counts[key] ?? TERM_FIELDS.map(() => 0)
      row[place] = (row[place] ?? 0) + 1
      counts[key] = row
    }
    return { text: isChanged ? all.join(' ') : terms[field], length: all.length }
  }
  const fields = Object.fromEntries(TERM_FIELDS.map((field, place) => [field, inField(field, place)]))
  const each = <Value>(of: (field: { text: string; length: number }) => Value) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, of(field)])) as Record<
      TermField,
      Value
    >
  return {
    id,
    path,
    content,
    about,
    kind: about.kind,
    terms: each(({ text }) => text),
    ...(Object.keys(long).length > 0 && { long }),
    lengths: each(({ length }) => length),
    counts,
    ...(vector !== null && { packed: pack(vector) }),
    ...(vector !== null &&
      !isZero(vector) && { near: { [vectorField(vector.length)]: [...vector].map(short) } }),
  }
}

export function documentOf({
  id,
  path,
  content,
  about,
  terms,
  long,
  packed,
}: DocumentRecord): KnowledgeDocument {
  const restored = (text: string) =>
    long === undefined
      ? text
      : text
          .split(' ')
          .map((term) => long[term] ?? term)
          .join(' ')
  return {
    id,
    path,
    content,
    about,
    terms: {
      path: restored(terms.path),
      symbols: restored(terms.symbols),
      signatures: restored(terms.signatures),
      documentation: restored(terms.documentation),
      body: restored(terms.body),
    },
    vector: packed === undefined ? null : unpackVector(packed),
  }
}

/** Servers cut what is longer than 255 letters, and take no id of more than 512 bytes. */
export function indexedTerm(term: string): string {
  return term.length <= TERM_MAX ? term : `~${sha256(term)}`
}

export function recordId(id: string): string {
  return Buffer.byteLength(id) <= ID_MAX ? id : `~${sha256(id)}`
}

const TERM_MAX = 200
const ID_MAX = 500

/**
 * A term as the name of a field: a dot would part it, a star would ask for all, OpenSearch reads what is beyond 16 bits as
 * two letters, and one name means another thing to JavaScript.
 */
export function countKey(term: string): string {
  if (term === '__proto__') return '%5f;_proto__'
  return term.replaceAll(/[.*%\\]|[^\0-\uffff]/gu, (letter) => `%${letter.codePointAt(0)?.toString(16)};`)
}

/** Numbers of one length can be compared with one another, and a server wants to know it before. */
export function vectorField(length: number): string {
  return `v${length}`
}

/** It points nowhere, and so nothing is near it. */
export function isZero(vector: Float32Array): boolean {
  return vector.every((number) => number === 0)
}

/** As few digits as tell one number of 32 bits from the next. */
export function short(number: number): number {
  return Number(number.toPrecision(9))
}

function pack(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')
}

export function unpackVector(packed: string): Float32Array {
  const bytes = Buffer.from(packed, 'base64')
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}
