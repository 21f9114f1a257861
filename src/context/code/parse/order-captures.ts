import { CAPTURE, CAPTURE_WORDS } from '../captures.ts'

type Found = {
  /** So many as `CAPTURE` has fields for each. */
  readonly words: Int32Array
  /** For each capture the number of its pattern. */
  readonly patterns: Int32Array
}

/**
 * Captures of matches in the order of their beginnings, the longer before the shorter, then of their patterns, without what a pattern
 * has captured as the same before. The native parser has the same order (`native/find.h`).
 */
export function orderCaptures({ words, patterns }: Found): Int32Array {
  const order = Uint32Array.from(patterns, (_, place) => place).sort((a, b) => {
    const [left, right] = [a * CAPTURE_WORDS, b * CAPTURE_WORDS]
    return (
      at(words, left + CAPTURE.startIndex) - at(words, right + CAPTURE.startIndex) ||
      at(words, right + CAPTURE.endIndex) - at(words, left + CAPTURE.endIndex) ||
      at(patterns, a) - at(patterns, b) ||
      a - b
    )
  })
  const ordered = new Int32Array(words.length)
  const said = new Map<number, Set<string>>()
  let count = 0
  for (const place of order) {
    const capture = words.subarray(place * CAPTURE_WORDS, (place + 1) * CAPTURE_WORDS)
    const pattern = at(patterns, place)
    const saidOfPattern = said.get(pattern) ?? new Set()
    said.set(pattern, saidOfPattern)
    const what = `${at(capture, CAPTURE.name)} ${at(capture, CAPTURE.id)}`
    if (saidOfPattern.has(what)) continue
    saidOfPattern.add(what)
    ordered.set(capture, count)
    count += CAPTURE_WORDS
  }
  return ordered.subarray(0, count)
}

function at(numbers: Int32Array, place: number): number {
  return numbers[place] ?? 0
}
