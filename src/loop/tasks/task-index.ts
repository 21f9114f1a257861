import { join } from 'node:path'
import * as z from 'zod'
import { cacheFolder, findCacheFolder } from '#context/map/cache-folder.ts'
import { type ArraysFile, openArrays, writeArrays } from '#kit/arrays-file.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { sha256 } from '#kit/sha256.ts'
import { type TaskHead, taskSchema } from '#words/task.ts'
import type { TaskColumns } from './task-table.ts'

declare const KEEL_BUILD: string | undefined

/** What was read before, in the order of names. Derived from the files and free to delete. */
export type TaskIndex = {
  readonly ids: readonly string[]
  readonly columns: TaskColumns
  /** Of each file: size, time of change, time of change of its node, number of its node. */
  readonly marks: Float64Array
  /** The same of the folder. */
  readonly folder: readonly number[]
  /** Names in the folder that are no ids. */
  readonly odd: readonly string[]
  readonly reasons: Readonly<Record<string, string>>
  readonly cycles: readonly (readonly string[])[]
  readonly dependenciesOf: (place: number) => readonly number[]
  /** Null where it cannot be told any more. */
  readonly headOf: (place: number) => TaskHead | null
}

export const MARK_LENGTH = 4

/** Null where there is none, or none that this program has written whole. */
export function openIndex(root: string): TaskIndex | null {
  const file = openArrays(indexPath(findCacheFolder(root), root))
  try {
    return file === null ? null : readIndex(file)
  } catch {
    // A bit has flipped, or another program wrote it. It is made anew.
    return null
  } finally {
    file?.close()
  }
}

/** Another program may mean something else by the same numbers. */
const VERSION = `1 ${typeof KEEL_BUILD === 'string' ? KEEL_BUILD : ''}`

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

function readIndex(file: ArraysFile): TaskIndex {
  const about = aboutSchema.parse(JSON.parse(textIn(file.bytes('about')).toString('utf8')))
  const names = textIn(file.bytes('ids')).toString('utf8')
  const starts = file.integers('dependency-starts')
  const dependencies = file.integers('dependencies')
  const headStarts = file.integers('head-starts')
  const heads = textIn(file.bytes('heads'))
  const ids = names === '' ? [] : names.split('\n')
  if (starts.length !== ids.length + 1 || headStarts.length !== ids.length + 1) throw new Error('uneven')
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
      const [start = 0, end = 0] = headStarts.subarray(place, place + 2)
      try {
        return taskSchema.parse(JSON.parse(heads.toString('utf8', start, end)))
      } catch {
        return null
      }
    },
  }
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
