import { groupBy } from '#kit/group-by.ts'
import { remember } from '#kit/remember.ts'
import type { Tampering } from '#words/evidence.ts'
import type { Row, Table, TestFile } from '../reading/test-file.ts'
import { squeezed } from '../text/squeezed.ts'
import { wordsIn } from '../text/words-in.ts'
import type { Matched, Sides } from './match-tests.ts'

/** Rows that tests were run with, and now are not. */
export function compareTables({
  before,
  after,
  matched,
}: Sides & { readonly matched: Matched }): Tampering[] {
  const isSaid = sayingsOf(after)
  const pairsIn = groupBy(matched.pairs, (pair) => pair.after.path)
  const formerAt = new Map(before.map((file) => [file.path, tablesOf(file)]))
  return after.flatMap((file) => {
    const tables = tablesOf(file)
    const former = formerAt.get(file.path)
    const named = file.tables.flatMap((table) => {
      if (table.test !== null) return []
      const old = former?.named.get(table.name) ?? []
      return old.length !== 1 ? [] : compareRows({ file, name: table.name, old, tables: [table], isSaid })
    })
    const inTests = (pairsIn.get(file.path) ?? []).flatMap((pair) => {
      const own = tables.inTests.get(pair.after) ?? []
      const old = formerAt.get(pair.before.path)?.inTests.get(pair.before) ?? []
      return own.length === 0 ? [] : compareRows({ file, name: pair.after.leaf, old, tables: own, isSaid })
    })
    return [...named, ...inTests]
  })
}

function tablesOf({ tables }: TestFile) {
  return {
    named: groupBy(
      tables.filter(({ test }) => test === null),
      ({ name }) => name,
    ),
    inTests: groupBy(tables, ({ test }) => test),
  }
}

/** Says of a row whether tests say it anywhere now: it may have gone elsewhere. */
function sayingsOf(after: readonly TestFile[]): (key: string) => boolean {
  const rows = new Set(
    after.flatMap(({ tables }) => tables.flatMap((table) => table.rows.map(({ key }) => key))),
  )
  const text = remember((_: 'now') => after.map(({ source }) => squeezed(source.bare)).join('\n'))
  return (key) => rows.has(key) || text('now').includes(key)
}

type Comparing = {
  readonly file: TestFile
  readonly name: string
  readonly old: readonly Table[]
  readonly tables: readonly Table[]
  readonly isSaid: (key: string) => boolean
}

function compareRows({ file, name, old, tables, isSaid }: Comparing): Tampering[] {
  const former = old.flatMap(({ rows }) => rows)
  const rows = tables.flatMap((table) => table.rows)
  const place = { path: file.path, line: file.lineOf(tables[0]?.at ?? 0) }
  const ran = new Set(former.filter(({ isSkipped }) => !isSkipped).map(({ key }) => key))
  const skipped = rows.filter(({ key, isSkipped }) => isSkipped && ran.has(key))
  const gone = rows.length < former.length ? rowsGone(former, rows) : []
  const lost = gone.find(({ key }) => !isSaid(key))
  return [
    ...skipped.slice(0, 1).map(
      ({ text }): Tampering => ({
        kind: 'test-skipped',
        ...place,
        text: `A row of “${name}” that ran is now skipped: \`${short(text)}\`.`,
      }),
    ),
    ...(lost === undefined ? [] : [lost]).map(
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
  const takeEdited = takerOf(rows.filter(({ key }) => !known.has(key)))
  return former.filter(({ key }) => !kept.has(key)).filter(({ text }) => !takeEdited(text))
}

/**
 * Takes of some rows the first that has half of the words of another, each only once, and says whether there was one. Whoever has
 * half of the words has one of the rarer half of them, so that only those rows are looked at.
 */
function takerOf(rows: readonly Row[]): (text: string) => boolean {
  const left = new Map(rows.map(({ text }, place) => [place, new Set(wordsIn(text).keys())]))
  const uses = [...left].flatMap(([place, words]) => [...words].map((word) => ({ word, place })))
  const placesOf = groupBy(uses, ({ word }) => word)
  const waiting = (word: string) => {
    const places = placesOf.get(word) ?? []
    // From the front, where they are taken.
    while (places[0] !== undefined && !left.has(places[0].place)) places.shift()
    return places
  }
  return (text) => {
    const words = [...wordsIn(text).keys()]
    const hasHalf = (place: number) =>
      words.filter((word) => left.get(place)?.has(word)).length >= words.length / 2
    const rarer = words
      .map(waiting)
      .sort((one, other) => one.length - other.length)
      .slice(0, Math.floor(words.length / 2) + 1)
    const first = rarer.flatMap(
      (places) => places.find(({ place }) => left.has(place) && hasHalf(place))?.place ?? [],
    )
    const found = words.length === 0 ? left.keys().next().value : first.sort((one, other) => one - other)[0]
    return found !== undefined && left.delete(found)
  }
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
