import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { TreeFile } from '#context/code/walk/tree-file.ts'
import { packageFile } from '#kit/package-file.ts'
import { BLOCK } from './take-blocks.ts'

/** Where files lie, and when they were listed. */
export type Place = { readonly root: string; readonly listedAt: number }

export type CounterData = Place & {
  /** Where the thread writes the segments that it has made. */
  readonly folder: string
  /** Those that are to be counted. */
  readonly files: readonly TreeFile[]
  /** By file, as JSON: what lies between its start and the next. */
  readonly definitions: SharedArrayBuffer
  readonly starts: Uint32Array
  /** See `takeBlocks`. */
  readonly taken: Int32Array
  readonly blocksMax: number
  readonly partFiles: number
}

export type CounterReport = {
  /** Of the segments. */
  readonly names: readonly string[]
  /** See `watchTree`. */
  readonly hasMoved: boolean
}

export type Counter = {
  /** By whom the files are shared. */
  readonly taken: Int32Array
  /** Null where the thread was lost: then nobody knows what it has done. */
  readonly report: Promise<CounterReport | null>
  readonly drop: () => void
}

export type Hiring = Place &
  Pick<CounterData, 'folder' | 'files' | 'partFiles'> & {
    /** By file, as JSON. */
    readonly definitionsOf: (place: number) => Uint8Array
  }

/** Has a thread count words of files while this one has other work. Null where that is not worth a thread. */
export function hireCounter({
  root,
  listedAt,
  folder,
  files,
  partFiles,
  definitionsOf,
}: Hiring): Counter | null {
  if (files.length < FILES_MIN || availableParallelism() < 2) return null
  const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const shares = { root, listedAt, folder, files, partFiles, taken }
  const thread = start(folder, () => ({ ...shares, ...gather(files.length, definitionsOf) }))
  if (thread === null) return null
  const report = new Promise<CounterReport | null>((resolve) => {
    thread
      .on('message', resolve)
      .on('error', () => resolve(null))
      .on('exit', () => resolve(null))
  })
  return { taken, report, drop: () => void thread.terminate() }
}

/** Null where no segment can be written, or the system gives no thread or no memory for one: then one counts alone. */
function start(folder: string, dataOf: () => CounterData): Worker | null {
  try {
    mkdirSync(folder, { recursive: true })
    return new Worker(packageFile('dist/word-worker.js'), { workerData: dataOf(), execArgv: [] })
  } catch {
    return null
  }
}

/** To start a thread takes as long as to count so many. */
const FILES_MIN = 400

/** Where they can be read from any thread, and no more than a machine has memory for. */
function gather(
  count: number,
  definitionsOf: (place: number) => Uint8Array,
): Pick<CounterData, 'definitions' | 'starts' | 'blocksMax'> {
  const parts: Uint8Array[] = []
  const starts = new Uint32Array(count + 1)
  let end = 0
  for (let place = 0; place < count && end < BYTES_MAX; place += 1) {
    const part = definitionsOf(place)
    parts.push(part)
    end += part.length
    starts[place + 1] = end
  }
  const definitions = new SharedArrayBuffer(end)
  const bytes = new Uint8Array(definitions)
  for (const [place, part] of parts.entries()) bytes.set(part, starts[place])
  return {
    definitions,
    starts,
    blocksMax: Math.floor(parts.length / BLOCK) + (parts.length === count ? 1 : 0),
  }
}

const BYTES_MAX = 1 << 26
