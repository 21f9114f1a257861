import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Definition } from '#context/code/tags.ts'
import type { TreeFile } from '#context/code/walk/tree-file.ts'
import { arraysIn, openArrays, writeArrays } from '#kit/arrays-file.ts'
import { buildId } from '#kit/build-id.ts'
import { dropOldest } from '#kit/drop-oldest.ts'
import { sha256 } from '#kit/sha256.ts'
import { readKept, writeKept } from '#kit/write-kept.ts'
import { indexWords } from './index-words.ts'
import { readSegment } from './read-segment.ts'
import type { Words } from './score-words.ts'
import type { Placed } from './segment.ts'

export type WordsRequest = {
  /** In the order of their paths. */
  readonly files: readonly TreeFile[]
  readonly definitionsOf: (place: number) => readonly Definition[]
  readonly textOf: (path: string) => string
  /** Where segments are kept; null to keep none. */
  readonly folder: string | null
}

/** The words of a tree: those of files that were seen before are remembered, the others are read now. */
export function openWords(request: WordsRequest): Words & { readonly close: () => void } {
  const { files, folder } = request
  const known = folder === null ? [] : readList(folder)
  const opened = folder === null ? [] : known.flatMap((kept) => openPart(folder, { kept, files }))
  const there = new Set(opened.flatMap(({ placeOf }) => [...placeOf]))
  const missing = files.flatMap((_, place) => (there.has(place) ? [] : [place]))
  const dead = opened.reduce((sum, { placeOf }) => sum + placeOf.filter((place) => place < 0).length, 0)
  const isWorn = opened.length >= PARTS_MAX || dead > files.length / 2
  const wanted = isWorn ? files.map((_, place) => place) : missing
  if (isWorn) for (const { close } of opened) close()
  const kept = isWorn ? [] : opened
  const parts =
    wanted.length === 0 ? kept : [...kept, addPart(request, { wanted, before: isWorn ? [] : known })]
  return { parts, count: files.length, close: () => void parts.map(({ close }) => close()) }
}

const PARTS_MAX = 12

type Part = Placed & { readonly close: () => void }

/** A segment's file, and what is in it. */
const keptSegment = z.object({ name: z.string(), files: z.array(z.string()) })
type KeptSegment = z.infer<typeof keptSegment>

const LIST = 'list.json'

function readList(folder: string): readonly KeptSegment[] {
  const kept = z
    .object({ maker: z.literal(buildId), segments: z.array(keptSegment) })
    .safeParse(readKept(join(folder, LIST)))
  return kept.data?.segments ?? []
}

function openPart(
  folder: string,
  { kept, files }: { kept: KeptSegment; files: readonly TreeFile[] },
): Part[] {
  const places = new Map(files.map((file, place) => [keyOf(file), place]))
  const arrays = openArrays(join(folder, kept.name))
  if (arrays === null) return []
  try {
    const placeOf = Int32Array.from(kept.files, (key) => places.get(key) ?? -1)
    return [{ segment: readSegment(arrays), placeOf, close: arrays.close }]
  } catch {
    arrays.close()
    return []
  }
}

function keyOf({ blob, path }: TreeFile): string {
  return `${blob} ${path}`
}

function addPart(
  { files, definitionsOf, textOf, folder }: WordsRequest,
  { wanted, before }: { wanted: readonly number[]; before: readonly KeptSegment[] },
): Part {
  const arrays = indexWords(
    wanted.map((place) => {
      const path = files[place]?.path ?? ''
      return { path, text: textOf(path), definitions: definitionsOf(place) }
    }),
  )
  const own = wanted.flatMap((place) => files[place] ?? [])
  if (folder !== null) keepPart(folder, { arrays, keys: own.map(keyOf), before })
  return { segment: readSegment(arraysIn(arrays)), placeOf: Int32Array.from(wanted), close: () => {} }
}

function keepPart(
  folder: string,
  {
    arrays,
    keys,
    before,
  }: { arrays: Parameters<typeof writeArrays>[1]; keys: readonly string[]; before: readonly KeptSegment[] },
): void {
  const name = sha256(keys.join('\0')).slice(0, 16)
  try {
    mkdirSync(folder, { recursive: true })
    writeArrays(join(folder, name), arrays)
    writeKept(join(folder, LIST), { maker: buildId, segments: [...before, { name, files: keys }] })
    dropOldest(folder, 2 * PARTS_MAX)
  } catch {
    // What could not be kept is read again.
  }
}
