import type { Database } from 'node-sqlite3-wasm'
import { byCloseness, cosine } from '../cosine.ts'
import type { Near, VectorQuestion } from '../knowledge-store.ts'
import { PARTS, partsOf } from './find-documents.ts'
import { KINDS } from './schema.ts'

/** Looks at every vector: tens of thousands are no more than a moment, and nothing has to be built beforehand. */
export function nearestDocuments(database: Database, question: VectorQuestion): Near[] {
  const { vector, most, kinds = KINDS, under = '' } = question
  const sameLength = vector.byteLength
  const all = database.prepare(
    `SELECT vector.row AS row, id, numbers FROM vector JOIN document USING (row) WHERE vector.kind IN (${kinds.map(() => '?').join()}) AND length(numbers) = ? AND substr(path, 1, length(?)) = ?`,
  )
  const close: { row: number; id: string; closeness: number }[] = []
  for (const { row, id, numbers } of all.iterate([...kinds, sameLength, under, under])) {
    const closeness = cosine(vector, vectorOf(numbers as Uint8Array))
    close.push({ row: Number(row), id: String(id), closeness })
  }
  all.finalize()
  const best = close.sort(byCloseness).slice(0, most)
  const select = database.prepare(`SELECT ${PARTS} FROM document WHERE row = ?`)
  const near = best.flatMap(({ row, closeness }) => {
    const whole = select.get([row])
    return whole === null ? [] : [{ ...partsOf(whole), closeness }]
  })
  select.finalize()
  return near
}

export function vectorOf(bytes: Uint8Array): Float32Array {
  const { buffer, byteOffset, byteLength } = byteStart(bytes)
  return new Float32Array(buffer, byteOffset, byteLength / Float32Array.BYTES_PER_ELEMENT)
}

/** Numbers are only read from where their own size divides. */
function byteStart(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0 ? bytes : bytes.slice()
}
