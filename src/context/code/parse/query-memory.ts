import { openArrays, writeArrays } from '#kit/arrays-file.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'

/**
 * Remembers what the first query of a runtime was compiled to. To compile one takes as long as to parse a hundred files. A
 * runtime that has just been started does the same with the same grammar and the same text, to the byte: so the bytes that it
 * changed are kept, and laid down where it would compile the next time.
 */
export type QueryMemory = {
  /** Makes a query by what is kept in a file, or makes it and keeps that. The file is another for each grammar, query and runtime. */
  readonly through: <Made>(file: string, make: () => Made) => Made
}

/** As much of a runtime as is used here: the object that it was started with, which it puts itself into. */
type Started = { readonly HEAPU8?: Uint8Array; _ts_query_new?: Compile; readonly instantiateWasm: unknown }

type Compile = (...words: readonly number[]) => number

export function openQueryMemory(runtime: Started): QueryMemory {
  const compile = runtime._ts_query_new
  if (compile === undefined) return { through: (_file, make) => make() }
  let isFirst = true
  return {
    through: (file, make) => {
      if (isFirst)
        runtime._ts_query_new = (...words) => {
          const memory = runtime.HEAPU8 ?? new Uint8Array()
          return recall(file, { words, memory }) ?? keep(file, { words, memory, compile })
        }
      isFirst = false
      try {
        return make()
      } finally {
        runtime._ts_query_new = compile
      }
    },
  }
}

type Call = { readonly words: readonly number[]; readonly memory: Uint8Array }

/** The address of the query. Null where nothing is kept, or of a runtime that was in another state. */
function recall(file: string, { words, memory }: Call): number | null {
  const kept = openArrays(file)
  if (kept === null) return null
  try {
    const [address = 0, ...state] = kept.integers('call')
    if (state.join() !== [memory.length, ...words].join()) return null
    const blocks = kept.bytes('blocks')
    for (const [place, at] of kept.integers('places').entries())
      memory.set(blocks.subarray(place * BLOCK_BYTES, (place + 1) * BLOCK_BYTES), at)
    return address
  } catch {
    return null
  } finally {
    kept.close()
  }
}

function keep(file: string, { words, memory, compile }: Call & { readonly compile: Compile }): number {
  const before = Buffer.from(memory)
  const address = compile(...words)
  // Nothing of it is left here if it had to be made larger.
  if (address === 0 || memory.length !== before.length) return address
  const places: number[] = []
  for (let at = 0; at < memory.length; at += BLOCK_BYTES)
    if (before.compare(memory, at, at + BLOCK_BYTES, at, at + BLOCK_BYTES) !== 0) places.push(at)
  keepInCache(file, {
    write: (path) =>
      writeArrays(path, {
        call: Uint32Array.of(address, memory.length, ...words),
        places: Uint32Array.from(places),
        blocks: places.map((at) => memory.subarray(at, at + BLOCK_BYTES)),
      }),
    most: KEPT_MAX,
  })
  return address
}

const BLOCK_BYTES = 1024
const KEPT_MAX = 8
