import { toRows } from '#context/code/snapshot/rows.ts'
import type { Arrays } from '#kit/arrays-file.ts'
import { remember } from '#kit/remember.ts'
import { termsOfWord, WORD } from '#kit/terms-of.ts'
import { toDictionary } from '../words/dictionary.ts'
import { startEntries } from '../words/entries.ts'
import type { History } from './read-history.ts'

/** The past of a repository as arrays, see `readPast`: what was said of which paths, what was changed together, and when. */
export function indexHistory(history: History): Arrays {
  const paths = [...new Set(history.flatMap((commit) => commit.paths))].sort()
  const placeOf = new Map(paths.map((path, place) => [path, place]))
  const changedAt = new Float64Array(paths.length)
  for (const { at, paths: changed } of history)
    for (const path of changed) {
      const place = placeOf.get(path) ?? 0
      changedAt[place] = Math.max(changedAt[place] ?? 0, at)
    }
  const commits = toRows(
    history
      .slice(0, COMMITS_MAX)
      .filter((commit) => commit.paths.length <= FILES_MAX)
      .map((commit) => commit.paths.map((path) => placeOf.get(path) ?? 0)),
  )
  return {
    newest: Float64Array.of(history[0]?.at ?? 0),
    paths: Buffer.from(paths.join('\0')),
    changedAt,
    commitStarts: commits.starts,
    commits: commits.members,
    ...indexSayings(history, placeOf),
  }
}

/** What was changed together long ago, or with half of the project, says little. */
const COMMITS_MAX = 6000
const FILES_MAX = 25

/** Each path has all that was said of its changes; a commit of many says less of each. */
function indexSayings(history: History, placeOf: ReadonlyMap<string, number>): Arrays {
  const sayings = gatherSayings(history, placeOf)
  const terms = [...sayings.keys()].sort()
  const entries = startEntries()
  const sums = new Float64Array(placeOf.size)
  for (const [term, name] of terms.entries())
    for (const member of addUp(sayings.get(name) ?? [], sums)) {
      entries.add({ term, member, weight: sums[member] ?? 0 })
      sums[member] = 0
    }
  const said = entries.finish(
    terms.length,
    Uint32Array.from(terms, (_, place) => place),
  )
  const lengths = new Float64Array(placeOf.size)
  for (let entry = 0; entry < said.members.length; entry += 1) {
    const place = said.members[entry] ?? 0
    lengths[place] = (lengths[place] ?? 0) + (said.weights[entry] ?? 0)
  }
  return { lengths, ...toDictionary(terms, { said }) }
}

/** That a term was said of some paths, and how much of it is for each. */
type Saying = { readonly places: readonly number[]; readonly part: number }

function gatherSayings(history: History, placeOf: ReadonlyMap<string, number>): Map<string, Saying[]> {
  const sayings = new Map<string, Saying[]>()
  const countTerms = startCounting()
  for (const { message, paths } of history) {
    const places = paths.map((path) => placeOf.get(path) ?? 0)
    for (const [term, times] of countTerms(message)) {
      const saying = { places, part: times / Math.sqrt(paths.length) }
      const known = sayings.get(term)
      if (known === undefined) sayings.set(term, [saying])
      else known.push(saying)
    }
  }
  return sayings
}

/** Adds them to what is nothing yet, and gives back the places that have something now. */
function addUp(sayings: readonly Saying[], sums: Float64Array): number[] {
  const touched: number[] = []
  for (const { places, part } of sayings)
    for (const place of places) {
      if (sums[place] === 0) touched.push(place)
      sums[place] = (sums[place] ?? 0) + part
    }
  return touched
}

/** No message gets louder by saying it again and again. */
function startCounting(): (message: string) => ReadonlyMap<string, number> {
  const termsOf = remember(termsOfWord)
  return (message) => {
    const counts = new Map<string, number>()
    for (const word of message.slice(0, MESSAGE_MAX).match(WORD) ?? [])
      for (const term of termsOf(word)) counts.set(term, Math.min(2, (counts.get(term) ?? 0) + 1))
    return counts
  }
}

const MESSAGE_MAX = 4000
