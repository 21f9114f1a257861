import { toRows } from '#context/code/snapshot/rows.ts'
import type { Arrays } from '#kit/arrays-file.ts'
import { termsOf } from '#kit/terms-of.ts'
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
  const sums = new Map<string, Map<number, number>>()
  for (const { message, paths } of history) {
    const places = paths.map((path) => placeOf.get(path) ?? 0)
    for (const [term, times] of countTerms(message)) {
      const known = sums.get(term) ?? new Map<number, number>()
      sums.set(term, known)
      const part = times / Math.sqrt(paths.length)
      for (const place of places) known.set(place, (known.get(place) ?? 0) + part)
    }
  }
  const terms = [...sums.keys()].sort()
  const entries = startEntries()
  for (const [term, name] of terms.entries())
    for (const [member, weight] of sums.get(name) ?? []) entries.add({ term, member, weight })
  const said = entries.finish(
    terms.length,
    Uint32Array.from(terms, (_, place) => place),
  )
  const lengths = new Float64Array(placeOf.size)
  for (const [entry, place] of said.members.entries())
    lengths[place] = (lengths[place] ?? 0) + (said.weights[entry] ?? 0)
  return { lengths, ...toDictionary(terms, { said }) }
}

/** No message gets louder by saying it again and again. */
function countTerms(message: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of termsOf(message.slice(0, MESSAGE_MAX)))
    counts.set(term, Math.min(2, (counts.get(term) ?? 0) + 1))
  return counts
}

const MESSAGE_MAX = 4000
