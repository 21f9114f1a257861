import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import * as z from 'zod'
import { cacheFolder, findCacheFolder } from '#context/map/cache-folder.ts'
import { type ArraysFile, openArrays, writeArrays } from '#kit/arrays-file.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { remember } from '#kit/remember.ts'
import { sha256 } from '#kit/sha256.ts'
import { type TaskHead, taskSchema } from '#words/task.ts'
import type { TaskColumns } from './task-table.ts'

declare const KEEL_BUILD: string | undefined

/** What was read before, in the order of names. Derived from the files and free to delete. */
export type TaskIndex = {
  readonly ids: readonly string[]
  readonly columns: TaskColumns
  /** Of each file, as `markFiles` has them. */
  readonly marks: Float64Array
  /** The same of the folder. */
  readonly folder: readonly number[]
  /** Names of files in the folder that are no task’s. */
  readonly odd: readonly string[]
  readonly reasons: Readonly<Record<string, string>>
  readonly cycles: readonly (readonly string[])[]
  readonly dependenciesOf: (place: number) => readonly number[]
  /** Null where it cannot be told any more. */
  readonly headOf: (place: number) => TaskHead | null
}

/** Null where there is none, or none that this program has written whole. */
export function openIndex(root: string): TaskIndex | null {
  const path = indexPath(findCacheFolder(root), root)
  const file = openArrays(path)
  try {
    return file === null ? null : readIndex(file, path)
  } catch {
    // A bit has flipped, or another program wrote it. It is made anew.
    return null
  } finally {
    file?.close()
  }
}

/** Another program may mean something else by the same numbers. */
const VERSION = `6 ${typeof KEEL_BUILD === 'string' ? KEEL_BUILD : ''}`

const aboutSchema = z.object({
  version: z.literal(VERSION),
  folder: z.array(
    z
      .number()
      .nullable()
      .transform((value) => value ?? Number.NaN),
  ),
  odd: z.array(z.string()),
  reasons: z.record(z.string(), z.string()),
  cycles: z.array(z.array(z.string())),
})

function readIndex(file: ArraysFile, path: string): TaskIndex {
  const about = aboutSchema.parse(JSON.parse(textIn(file.bytes('about')).toString('utf8')))
  const names = textIn(file.bytes('ids')).toString('utf8')
  const starts = file.integers('dependency-starts')
  const dependencies = file.integers('dependencies')
  const headStarts = file.integers('head-starts')
  const ids = names === '' ? [] : names.split('\n')
  if (starts.length !== ids.length + 1 || headStarts.length !== ids.length + 1) throw new Error('uneven')
  const head = headReader(path, { sum: file.sum, starts: headStarts, sums: file.integers('head-sums') })
  return {
    ids,
    columns: {
      statuses: file.bytes('statuses'),
      types: file.bytes('types'),
      priorities: file.bytes('priorities'),
      created: file.numbers('created'),
      parents: file.integers('parents'),
    },
    marks: file.numbers('marks'),
    folder: about.folder,
    odd: about.odd,
    reasons: about.reasons,
    cycles: about.cycles,
    dependenciesOf: (place) =>
      slicesOf(dependencies, { start: starts[place] ?? 0, end: starts[place + 1] ?? 0 }),
    headOf: (place) => {
      try {
        return taskSchema.parse(JSON.parse(head(place)))
      } catch {
        return null
      }
    },
  }
}

type HeadPlaces = { readonly sum: number; readonly starts: Uint32Array; readonly sums: Uint32Array }

/**
 * Reads a head when it is asked for, and its neighbours with it: of thousands, few are shown. Whoever asks for one asks for more,
 * so that the file stays open until they are through. What is not as it was when the rest was read is thrown.
 */
function headReader(path: string, { sum, starts, sums }: HeadPlaces): (place: number) => string {
  let file: ArraysFile | null = null
  const close = () => {
    file?.close()
    file = null
  }
  const open = (): ArraysFile => {
    if (file !== null) return file
    file = openArrays(path)
    queueMicrotask(close)
    if (file?.sum !== sum) close()
    if (file === null) throw new Error('another index')
    return file
  }
  const blockAt = remember((block: number) => {
    const first = block * HEADS_BLOCK
    const last = Math.min(first + HEADS_BLOCK, starts.length - 1)
    const bytes = open().slice('heads', { start: starts[first] ?? 0, end: starts[last] ?? 0 })
    if (crc32(bytes) !== sums[block]) throw new Error('damaged')
    return bytes
  })
  return (place) => {
    const block = Math.floor(place / HEADS_BLOCK)
    const from = starts[block * HEADS_BLOCK] ?? 0
    return blockAt(block).toString('utf8', (starts[place] ?? 0) - from, (starts[place + 1] ?? 0) - from)
  }
}

const HEADS_BLOCK = 64

function headSums(heads: readonly Buffer[]): Uint32Array {
  const sums = new Uint32Array(Math.ceil(heads.length / HEADS_BLOCK))
  for (const [place, head] of heads.entries()) {
    const block = Math.floor(place / HEADS_BLOCK)
    sums[block] = crc32(head, sums[block])
  }
  return sums
}

/** The same bytes, not a copy of them. */
function textIn({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

const NOTHING: readonly number[] = []

/** Asked for thousands of tasks, most of which wait for nothing or for one: a view of the array would take longer to make. */
function slicesOf(numbers: Uint32Array, { start, end }: { start: number; end: number }): readonly number[] {
  if (start === end) return NOTHING
  const slice: number[] = []
  for (let at = start; at < end; at++) slice.push(numbers[at] ?? 0)
  return slice
}

export type KeptTasks = Omit<TaskIndex, 'headOf'> & { readonly heads: readonly (TaskHead | null)[] }

/** Where it cannot be kept, everything is read again the next time. */
export function keepIndex(root: string, kept: KeptTasks): void {
  const cache = cacheFolder(root)
  if (cache === null) return
  const { folder, odd, reasons, cycles, columns } = kept
  const dependencies = kept.ids.map((_, place) => kept.dependenciesOf(place))
  const heads = kept.heads.map((head) => Buffer.from(head === null ? '' : JSON.stringify(said(head))))
  const path = indexPath(cache, root)
  const write = () =>
    writeArrays(path, {
      about: Buffer.from(JSON.stringify({ version: VERSION, folder, odd, reasons, cycles })),
      ids: Buffer.from(kept.ids.join('\n')),
      ...columns,
      marks: kept.marks,
      'dependency-starts': startsOf(dependencies),
      dependencies: Uint32Array.from(dependencies.flat()),
      'head-starts': startsOf(heads),
      'head-sums': headSums(heads),
      heads: Buffer.concat(heads),
    })
  keepInCache(path, { write, most: INDEXES_MAX })
}

/** Without what goes without saying: the schema says it again. */
function said(head: TaskHead): object {
  return Object.fromEntries(
    Object.entries(head).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  )
}

/** One a worktree. */
const INDEXES_MAX = 20

function indexPath(cache: string, root: string): string {
  return join(cache, 'tasks', `${sha256(root).slice(0, 16)}.index`)
}

function startsOf(parts: readonly { readonly length: number }[]): Uint32Array {
  const starts = new Uint32Array(parts.length + 1)
  for (const [place, { length }] of parts.entries()) starts[place + 1] = (starts[place] ?? 0) + length
  return starts
}
