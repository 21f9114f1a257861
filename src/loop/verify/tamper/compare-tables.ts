import type { Tampering } from '#words/evidence.ts'
import { lineCounter } from './line-counter.ts'
import type { Matched, Sides } from './match-tests.ts'
import { squeezed } from './squeezed.ts'
import type { Row, Table, TestFile } from './test-file.ts'
import { wordsIn } from './words-in.ts'

/** Rows that tests were run with, and now are not. */
export function compareTables({
  before,
  after,
  matched,
}: Sides & { readonly matched: Matched }): Tampering[] {
  const now = after.map(({ source }) => squeezed(source.bare)).join('\n')
  return after.flatMap((file) => {
    const own = file.tables.filter(({ test }) => test === null)
    const former = before.find(({ path }) => path === file.path)
    const named = own.flatMap((table) => {
      const old = former?.tables.filter(({ test, name }) => test === null && name === table.name) ?? []
      return old.length !== 1 ? [] : compareRows({ file, name: table.name, old, tables: [table], now })
    })
    const inTests = matched.pairs
      .filter((pair) => pair.after.path === file.path)
      .flatMap((pair) => {
        const tables = file.tables.filter(({ test }) => test === pair.after)
        const old = before
          .find(({ path }) => path === pair.before.path)
          ?.tables.filter(({ test }) => test === pair.before)
        return tables.length === 0 || old === undefined
          ? []
          : compareRows({ file, name: pair.after.leaf, old, tables, now })
      })
    return [...named, ...inTests]
  })
}

type Comparing = {
  readonly file: TestFile
  readonly name: string
  readonly old: readonly Table[]
  readonly tables: readonly Table[]
  /** All that tests say now: a row may have gone elsewhere. */
  readonly now: string
}

function compareRows({ file, name, old, tables, now }: Comparing): Tampering[] {
  const former = old.flatMap(({ rows }) => rows)
  const rows = tables.flatMap((table) => table.rows)
  const place = { path: file.path, line: lineCounter(file.source.text)(tables[0]?.at ?? 0) }
  const ran = new Set(former.filter(({ isSkipped }) => !isSkipped).map(({ key }) => key))
  const skipped = rows.filter(({ key, isSkipped }) => isSkipped && ran.has(key))
  const gone = rows.length < former.length ? rowsGone(former, rows) : []
  const lost = gone.filter(({ key }) => !now.includes(key)).slice(0, former.length - rows.length)
  return [
    ...skipped.slice(0, 1).map(
      ({ text }): Tampering => ({
        kind: 'test-skipped',
        ...place,
        text: `A row of “${name}” that ran is now skipped: \`${short(text)}\`.`,
      }),
    ),
    ...lost.slice(0, 1).map(
      ({ text }): Tampering => ({
        kind: 'test-removed',
        ...place,
        text: `“${name}” is run with fewer rows, ${rows.length} of ${former.length}; this one is nowhere: \`${short(text)}\`.`,
      }),
    ),
  ]
}

/** Those that are there no more, neither as they were nor edited. */
function rowsGone(former: readonly Row[], rows: readonly Row[]): Row[] {
  const kept = new Set(rows.map(({ key }) => key))
  const known = new Set(former.map(({ key }) => key))
  const edited = rows.filter(({ key }) => !known.has(key)).map(({ text }) => new Set(wordsIn(text).keys()))
  return former
    .filter(({ key }) => !kept.has(key))
    .filter(({ text }) => {
      const words = [...wordsIn(text).keys()]
      const place = edited.findIndex(
        (other) => words.filter((word) => other.has(word)).length >= words.length / 2,
      )
      if (place !== -1) edited.splice(place, 1)
      return place === -1
    })
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
