import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Definition } from '#context/code/tags.ts'
import type { TreeFile } from '#context/code/walk/tree-file.ts'
import { type Arrays, type ArraysFile, arraysIn, openArrays, writeArrays } from '#kit/arrays-file.ts'
import { buildId } from '#kit/build-id.ts'
import { dropOldest } from '#kit/drop-oldest.ts'
import { sha256 } from '#kit/sha256.ts'
import { readKept, writeKept } from '#kit/write-kept.ts'
import { LEFT_OUT, type LeftOut, type TextFile } from '../read-text-file.ts'
import { gatherWords, type Placed, type Words } from './gather-words.ts'
import { indexWords, type WordFile } from './index-words.ts'
import { readSegment } from './read-segment.ts'

export type WordsRequest = {
  /** In the order of their paths. */
  readonly files: readonly TreeFile[]
  readonly definitionsOf: (place: number) => readonly Definition[]
  readonly read: (path: string) => TextFile
  /** Whether all that was read so far is what was listed, and may be kept. */
  readonly isLasting: () => boolean
  /** Where segments are kept; null to keep none. */
  readonly folder: string | null
}

export type OpenedWords = Words & {
  /** By place: whether it has words, or why it has none; null for what nobody would look for. */
  readonly standingOf: (place: number) => Standing
  readonly close: () => void
}

export type Standing = 'text' | LeftOut['why'] | null

/** The words of a tree: those of files that were seen before are remembered, the others are read now. */
export function openWords(request: WordsRequest): OpenedWords {
  const { files, folder } = request
  const listing = listKeys(files)
  const known = folder === null ? [] : readList(folder)
  const opened = folder === null ? [] : known.flatMap((name) => openPart(join(folder, name), listing))
  const { isThere, dead } = lookOver(opened, files.length)
  const isWorn = opened.length >= partsMax(files.length) || dead > files.length / 2
  const kept = isWorn ? [] : opened
  if (isWorn) closeAll(opened)
  const wanted = placesWhere(files.length, (place) => isThere[place] !== 1 || isWorn)
  const added = groupsOf(wanted, PART_FILES).map((group) => makePart(request, { places: group, listing }))
  if (folder !== null && added.length > 0 && request.isLasting())
    keepParts(folder, { added, before: isWorn ? [] : known, most: 2 * partsMax(files.length) })
  const parts = [...kept, ...added.map(({ part }) => part)]
  return {
    ...gatherWords(parts, files.length),
    standingOf: standingsOf(parts, files.length),
    close: () => closeAll(parts),
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

/** What is in the files, and where. */
type Listing = {
  readonly keys: readonly string[]
  readonly text: string
  readonly placeOf: (key: string) => number
}

function listKeys(files: readonly TreeFile[]): Listing {
  const keys = files.map(({ blob, path, isLink }) => `${blob}${isLink === true ? '@' : ''} ${path}`)
  let places: Map<string, number> | null = null
  return {
    keys,
    text: keys.join('\0'),
    placeOf: (key) => {
      places ??= new Map(keys.map((one, place) => [one, place]))
      return places.get(key) ?? -1
    },
  }
}

/** The names of the segments. */
const keptList = z.object({ maker: z.literal(buildId), segments: z.array(z.string()) })

const LIST = 'list.json'

function readList(folder: string): readonly string[] {
  return keptList.safeParse(readKept(join(folder, LIST))).data?.segments ?? []
}

function openPart(path: string, listing: Listing): Part[] {
  const arrays = openArrays(path)
  if (arrays === null) return []
  try {
    const text = arrays.text('files')
    // Mostly it is all there is, and as it was.
    const placeOf =
      text === listing.text
        ? Int32Array.from(listing.keys, (_, place) => place)
        : Int32Array.from(text.split('\0'), listing.placeOf)
    return [partOf(arrays, placeOf)]
  } catch {
    arrays.close()
    return []
  }
}

function partOf(arrays: ArraysFile, placeOf: Int32Array): Part {
  return { segment: readSegment(arrays), placeOf, standings: arrays.bytes('standings'), close: arrays.close }
}

type Made = { readonly part: Part; readonly arrays: Arrays; readonly name: string }

function makePart(
  { files, definitionsOf, read }: WordsRequest,
  { places, listing }: { places: readonly number[]; listing: Listing },
): Made {
  const standings: number[] = []
  function* texts(): Generator<WordFile> {
    for (const place of places) {
      const path = files[place]?.path ?? ''
      const file = read(path)
      standings.push(STANDINGS.indexOf(file.kind === 'text' ? 'text' : file.why))
      yield { path, text: file.kind === 'text' ? file.text : '', definitions: definitionsOf(place) }
    }
  }
  const text = places.map((place) => listing.keys[place] ?? '').join('\0')
  const words = indexWords(texts())
  const arrays = { files: Buffer.from(text), standings: Uint8Array.from(standings), ...words }
  return { part: partOf(arraysIn(arrays), Int32Array.from(places)), arrays, name: sha256(text).slice(0, 16) }
}

const STANDINGS: readonly Standing[] = [null, 'text', ...LEFT_OUT]

function standingsOf(parts: readonly Part[], count: number): (place: number) => Standing {
  const standings = new Uint8Array(count)
  for (const { placeOf, standings: own } of parts)
    for (let file = 0; file < placeOf.length; file += 1) {
      const place = placeOf[file] ?? -1
      if (place >= 0) standings[place] = own[file] ?? 0
    }
  return (place) => STANDINGS[standings[place] ?? 0] ?? null
}

type Keeping = { readonly added: readonly Made[]; readonly before: readonly string[]; readonly most: number }

function keepParts(folder: string, { added, before, most }: Keeping): void {
  try {
    mkdirSync(folder, { recursive: true })
    for (const { name, arrays } of added) writeArrays(join(folder, name), arrays)
    const names = added.map(({ name }) => name)
    writeKept(join(folder, LIST), { maker: buildId, segments: [...new Set([...before, ...names])] })
    dropOldest(folder, most)
  } catch {
    // What could not be kept is read again.
  }
}
