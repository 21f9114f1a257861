import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Definition } from '#context/code/tags.ts'
import type { TreeFile } from '#context/code/walk/tree-file.ts'
import { hearSignal } from '#context/hear-signal.ts'
import { type ArraysFile, arraysIn, openArrays, writeArrays } from '#kit/arrays-file.ts'
import { buildId } from '#kit/build-id.ts'
import { dropOldest } from '#kit/drop-oldest.ts'
import { removeIfPossible } from '#kit/remove-if-possible.ts'
import { readKept, writeKept } from '#kit/write-kept.ts'
import type { TextFile } from '../read-text-file.ts'
import { gatherWords, type Placed, type Words } from './gather-words.ts'
import { type Counter, type CounterReport, hireCounter, type Place } from './hire-counter.ts'
import { type KeysOfFiles, keysOfFiles } from './keys-of-files.ts'
import { type MadePart, makeParts, type Uncounted } from './make-parts.ts'
import { readSegment } from './read-segment.ts'
import { STANDINGS, type Standing } from './standing.ts'
import { BLOCK, takeBlocks } from './take-blocks.ts'

export type WordsRequest = Place & {
  /** In the order of their paths. */
  readonly files: readonly TreeFile[]
  readonly read: (path: string) => TextFile
  /** Where segments are kept; null to keep none. */
  readonly folder: string | null
  /** Ends the counting early, with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

export type OpeningWords = {
  /** To be called by who knows all definitions, as JSON, and has other work to do: some of it may be done meanwhile. */
  readonly begin: (definitionsOf: (place: number) => Uint8Array) => void
  readonly finish: (code: CodeToCount) => Promise<OpenedWords>
  /** Instead of `finish`. */
  readonly drop: () => void
}

export type CodeToCount = {
  readonly definitionsOf: (place: number) => readonly Definition[]
  /** Whether all that was read so far is what was listed, and may be kept. */
  readonly isLasting: () => boolean
}

export type OpenedWords = Words & {
  /** By place. */
  readonly standingOf: (place: number) => Standing
  readonly close: () => void
}

/** The words of a tree: those of files that were seen before are remembered, the others are counted now. */
export function openWords(request: WordsRequest): OpeningWords {
  const { files, folder } = request
  const listed = keysOfFiles(files)
  const known = folder === null ? [] : readList(folder)
  const opened = folder === null ? [] : known.flatMap((name) => openPart(join(folder, name), listed))
  const { isThere, dead } = lookOver(opened, files.length)
  const isWorn = opened.length >= partsMax(files.length) || dead > files.length / 2
  const kept = isWorn ? [] : opened
  if (isWorn) closeAll(opened)
  const wanted = placesWhere(files.length, (place) => isThere[place] !== 1 || isWorn)
  let counter: Counter | null = null
  const begin: OpeningWords['begin'] = (definitionsOf) => {
    if (counter !== null || folder === null) return
    const own = wanted.flatMap((place) => files[place] ?? [])
    counter = hireCounter({
      ...request,
      folder,
      files: own,
      partFiles: PART_FILES,
      definitionsOf: (place) => definitionsOf(wanted[place] ?? 0),
    })
  }
  const drop = () => {
    counter?.drop()
    closeAll(kept)
  }
  return {
    begin,
    finish: async ({ definitionsOf, isLasting }) => {
      begin((place) => Buffer.from(JSON.stringify(definitionsOf(place))))
      const shares = { wanted, counter, listed, definitionsOf }
      const counting = countTogether(request, shares)
      const { made, counted, hasMoved } = await counting.catch((error) => {
        drop()
        throw error
      })
      const isKept = !hasMoved && isLasting()
      const names = [...made, ...counted].map(({ name }) => name)
      if (folder !== null && isKept && names.length > 0)
        keepParts(folder, { made, before: isWorn ? [] : known, names, most: 2 * partsMax(files.length) })
      const parts = [
        ...kept,
        ...made.map((one) => placedOf(one, listed)),
        ...counted.flatMap(({ parts }) => parts),
      ]
      return {
        ...gatherWords(parts, files.length),
        standingOf: standingsOf(parts, files.length),
        close: () => {
          closeAll(parts)
          if (folder !== null && !isKept) for (const { name } of counted) removeIfPossible(join(folder, name))
        },
      }
    },
    drop,
  }
}

function placesWhere(count: number, isSo: (place: number) => boolean): number[] {
  const places: number[] = []
  for (let place = 0; place < count; place += 1) if (isSo(place)) places.push(place)
  return places
}

/** Which of so many places have their words, and how many files have some that are in no place. */
function lookOver(parts: readonly Part[], count: number): { isThere: Uint8Array; dead: number } {
  const isThere = new Uint8Array(count)
  let dead = 0
  for (const { placeOf } of parts)
    for (const place of placeOf)
      if (place < 0) dead += 1
      else isThere[place] = 1
  return { isThere, dead }
}

function closeAll(parts: readonly Part[]): void {
  for (const { close } of parts) close()
}

/** So many are put together into one, so that what is made of all of them is never in memory at once. */
const PART_FILES = 5000

function partsMax(files: number): number {
  return 12 + Math.ceil(files / PART_FILES)
}

function groupsOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, group) =>
    items.slice(group * size, (group + 1) * size),
  )
}

type Part = Placed & { readonly standings: Uint8Array; readonly close: () => void }

/** The names of the segments. */
const keptList = z.object({ maker: z.literal(buildId), segments: z.array(z.string()) })

const LIST = 'list.json'

function readList(folder: string): readonly string[] {
  return keptList.safeParse(readKept(join(folder, LIST))).data?.segments ?? []
}

function openPart(path: string, listed: KeysOfFiles): Part[] {
  const arrays = openArrays(path)
  if (arrays === null) return []
  try {
    return [partOf(arrays, placesOf(arrays, listed))]
  } catch {
    arrays.close()
    return []
  }
}

function placesOf(arrays: ArraysFile, { text, keys, placeOf }: KeysOfFiles): Int32Array {
  const own = arrays.text('files')
  // Mostly it is all there is, and as it was.
  return own === text ? Int32Array.from(keys, (_, place) => place) : Int32Array.from(own.split('\0'), placeOf)
}

function partOf(arrays: ArraysFile, placeOf: Int32Array): Part {
  return { segment: readSegment(arrays), placeOf, standings: arrays.bytes('standings'), close: arrays.close }
}

function placedOf({ arrays }: MadePart, listed: KeysOfFiles): Part {
  const own = arraysIn(arrays)
  return partOf(own, placesOf(own, listed))
}

type Shares = {
  /** Files whose words nobody has counted. */
  readonly wanted: readonly number[]
  readonly counter: Counter | null
  readonly listed: KeysOfFiles
  readonly definitionsOf: (place: number) => readonly Definition[]
}

/** A segment that a thread has written down. */
type CountedPart = { readonly name: string; readonly parts: readonly Part[] }

type Together = {
  readonly made: readonly MadePart[]
  readonly counted: readonly CountedPart[]
  readonly hasMoved: boolean
}

/** From the back, while a thread, where there is one, counts from the front; and what that has not done after all. */
async function countTogether(
  { files, folder, read, signal }: WordsRequest,
  shares: Shares,
): Promise<Together> {
  const { wanted, counter, listed, definitionsOf } = shares
  const uncounted = (place: number): Uncounted => ({
    path: files[place]?.path ?? '',
    key: listed.keys[place] ?? '',
    definitions: definitionsOf(place),
  })
  const taken = counter?.taken ?? new Int32Array(1)
  const next = takeBlocks({ taken, count: wanted.length, side: 'back' })
  const done = new Set<number>()
  function* blocks(): Generator<readonly Uncounted[]> {
    for (let block = next(); block !== null; block = next()) {
      const places = wanted.slice(block.start, block.end)
      for (const place of places) done.add(place)
      yield places.map(uncounted)
    }
  }
  const made = await makeAll(blocks(), { read, signal })
  const report = (await counter?.report) ?? null
  const counted = folder === null ? [] : openCounted(folder, { report, listed })
  for (const { parts } of counted)
    for (const { placeOf } of parts) for (const place of placeOf) done.add(place)
  const rest = wanted.filter((place) => !done.has(place))
  const others = await makeAll(
    groupsOf(rest, BLOCK).map((places) => places.map(uncounted)),
    { read, signal },
  )
  return { made: [...made, ...others], counted, hasMoved: report?.hasMoved === true }
}

async function makeAll(
  blocks: Iterable<readonly Uncounted[]>,
  { read, signal }: Pick<WordsRequest, 'read' | 'signal'>,
): Promise<MadePart[]> {
  const all: MadePart[] = []
  await hearSignal(signal)
  for (const made of makeParts(blocks, { read, partFiles: PART_FILES })) {
    if (made !== null) all.push(made)
    await hearSignal(signal)
  }
  return all
}

function openCounted(
  folder: string,
  { report, listed }: { readonly report: CounterReport | null; readonly listed: KeysOfFiles },
): CountedPart[] {
  return (report?.names ?? []).map((name) => ({ name, parts: openPart(join(folder, name), listed) }))
}

function standingsOf(parts: readonly Part[], count: number): (place: number) => Standing {
  const standings = new Uint8Array(count)
  for (const { placeOf, standings: own } of parts)
    for (let file = 0; file < placeOf.length; file += 1) {
      const place = placeOf[file] ?? -1
      if (place >= 0) standings[place] = own[file] ?? 0
    }
  return (place) => STANDINGS[standings[place] ?? 0] ?? null
}

type Keeping = {
  readonly made: readonly MadePart[]
  readonly before: readonly string[]
  readonly names: readonly string[]
  readonly most: number
}

function keepParts(folder: string, { made, before, names, most }: Keeping): void {
  try {
    mkdirSync(folder, { recursive: true })
    for (const { name, arrays } of made) writeArrays(join(folder, name), arrays)
    writeKept(join(folder, LIST), { maker: buildId, segments: [...new Set([...before, ...names])] })
    dropOldest(folder, most)
  } catch {
    // What could not be kept is read again.
  }
}
