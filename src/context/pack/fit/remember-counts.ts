import { join } from 'node:path'
import * as z from 'zod'
import { buildId } from '#kit/build-id.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { sha256 } from '#kit/sha256.ts'
import type { TokenCounter } from '#kit/tokens.ts'
import { readKept, writeKept } from '#kit/write-kept.ts'

export type Counting = {
  readonly countTokens: TokenCounter
  /** Keeps what was counted. */
  readonly keep: () => void
}

/** Counts what is long only once, also from one pack to the next: mostly it is a whole file that was not changed since. */
export function rememberCounts({
  countTokens,
  cache,
}: {
  readonly countTokens: TokenCounter
  readonly cache: string | null
}): Counting {
  if (cache === null) return { countTokens, keep: () => {} }
  const file = join(cache, 'tokens', 'counts.json')
  const known = readCounts(file)
  const before = known.size
  return {
    countTokens: (text) => {
      if (text.length < LONG) return countTokens(text)
      const key = sha256(text).slice(0, KEY_LENGTH)
      const count = known.get(key) ?? countTokens(text)
      known.set(key, count)
      return count
    },
    keep: () => {
      if (known.size === before) return
      const counts = [...known].slice(-KEPT_MAX).map((one) => one.join(' '))
      const kept = { maker: buildId, counts: counts.join('\n') }
      keepInCache(file, { write: (path) => writeKept(path, kept), most: 1 })
    },
  }
}

/** In characters. Below, to look it up takes as long. */
const LONG = 500
const KEY_LENGTH = 20
const KEPT_MAX = 1000

/** A hash in each line, and behind it its count. */
const keptCounts = z.object({ maker: z.literal(buildId), counts: z.string() })

function readCounts(file: string): Map<string, number> {
  const counts = keptCounts.safeParse(readKept(file)).data?.counts ?? ''
  const lines = counts === '' ? [] : counts.split('\n')
  return new Map(lines.map((line) => [line.slice(0, KEY_LENGTH), Number(line.slice(KEY_LENGTH + 1))]))
}
