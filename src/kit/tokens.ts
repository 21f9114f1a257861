import { readFileSync } from 'node:fs'
import { endOfWord, isPlain, RUN_MAX } from './end-of-word.ts'
import { packageFile } from './package-file.ts'

/** Counts tokens. */
export type TokenCounter = (text: string) => number

/** What the counts are counts of. Models of other makers differ by some 10 to 20 percent. */
export const TOKENIZER = 'o200k'

/** The vocabulary is a table that is looked up as it lies on the disk: to unpack one takes a quarter of a second. */
export async function loadTokenCounter(): Promise<TokenCounter> {
  const { rankOf } = openVocabulary(packageFile('dist/o200k.bin'))
  const encoder = new TextEncoder()
  const countWord = rememberSome((word) => countBytes(encoder.encode(word), rankOf))
  const decoder = new TextDecoder()
  const countPlain = (line: string, bytes: Uint8Array) => {
    const wordAt = (at: number, end: number) =>
      bytes.length === line.length ? line.slice(at, end) : decoder.decode(bytes.subarray(at, end))
    let sum = 0
    for (let at = 0; at < bytes.length; ) {
      const end = endOfWord(bytes, at)
      sum += rankOf(bytes, at, end) === -1 ? countWord(wordAt(at, end)) : 1
      at = end
    }
    return sum
  }
  const countOther = (text: string) => {
    let sum = 0
    for (const piece of pieces(text)) for (const word of piece.match(WORD) ?? []) sum += countWord(word)
    return sum
  }
  const countLine = rememberSome((line) => {
    const bytes = encoder.encode(line)
    return isPlain(bytes) ? countPlain(line, bytes) : countOther(line)
  })
  return (text) => {
    let sum = 0
    for (const line of lines(text)) sum += countLine(line)
    return sum
  }
}

/** Words come again and again, and so do lines where something is fitted into a budget. */
function rememberSome(count: TokenCounter): TokenCounter {
  const known = new Map<string, number>()
  return (text) => {
    const counted = known.get(text)
    if (counted !== undefined) return counted
    if (known.size > KNOWN_MAX) known.clear()
    const counts = count(text)
    known.set(text, counts)
    return counts
  }
}

const KNOWN_MAX = 100_000

/** One or more, that are counted by themselves: no word goes on from the end of a line to the next, but to one that is blank or begins with a slash. */
function* lines(text: string): Generator<string> {
  let start = 0
  for (let end = text.indexOf('\n') + 1; end > 0 && end < text.length; end = text.indexOf('\n', end) + 1) {
    if (!BEGINNING.test(text.slice(end, end + INDENT_MAX))) continue
    yield text.slice(start, end)
    start = end
  }
  yield text.slice(start)
}

const INDENT_MAX = 100
const BEGINNING = /^(?:[^\s\x85/]|[ \t]+[^\s\x85])/

/**
 * The words that tokens never cross, as the makers of o200k published them. What is blank and which letters are the same but for
 * their case is told by Unicode there: JavaScript's `\s` also has the byte order mark and lacks U+0085, its `i` has no `ſ`.
 */
const WORD =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:'(?:[sSſ]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:'(?:[sSſ]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|\p{N}{1,3}| ?[^\p{White_Space}\p{L}\p{N}]+[\r\n/]*|\p{White_Space}*[\r\n]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu

/**
 * Byte-pair merging is quadratic in the length of a run without a break, and instruction files do contain base64,
 * walls of emoji and pages of blanks. Such runs are counted piece by piece, at a token or so per cut.
 */
function pieces(text: string): string[] {
  const parts = text.split(LONG)
  // Every other part is such a run.
  return parts.flatMap((part, index) => (index % 2 === 0 ? [part] : (part.match(/[\s\S]{1,64}/gu) ?? [])))
}

const LONG = new RegExp(`(\\S{${RUN_MAX}}|\\s{${RUN_MAX}})`, 'u')

/** The place of a token in the vocabulary, by bytes of a word; -1 for what is no token. */
type RankOf = (word: Uint8Array, from: number, to: number) => number

/** Joins the two neighbours that come first in the vocabulary, until none can be joined. */
function countBytes(word: Uint8Array, rankOf: RankOf): number {
  if (word.length < 2 || rankOf(word, 0, word.length) !== -1) return 1
  // Where each part begins; the last entry is the end.
  const starts = Array.from({ length: word.length + 1 }, (_, place) => place)
  const rankAt = (part: number) => rankOf(word, starts[part] ?? 0, starts[part + 2] ?? 0)
  // Of each part and the next.
  const ranks = starts.slice(0, -2).map((_, part) => rankAt(part))
  for (;;) {
    const first = placeOfLeast(ranks)
    if (first === -1) return starts.length - 1
    starts.splice(first + 1, 1)
    ranks.splice(first, 1)
    if (first < ranks.length) ranks[first] = rankAt(first)
    if (first > 0) ranks[first - 1] = rankAt(first - 1)
  }
}

function placeOfLeast(ranks: readonly number[]): number {
  let first = -1
  for (let part = 0; part < ranks.length; part += 1) {
    const rank = ranks[part] ?? -1
    if (rank !== -1 && (first === -1 || rank < (ranks[first] ?? -1))) first = part
  }
  return first
}

/** `scripts/write-vocabulary.mjs` wrote it: how many, where each begins, the slots of a hash table, and then the bytes. */
function openVocabulary(file: string): { readonly rankOf: RankOf } {
  const content = readFileSync(file)
  const count = content.readUInt32LE(0)
  const numbers = new Uint32Array(content.buffer, content.byteOffset, 2 + count + SLOTS)
  const bytes = content.subarray(numbers.byteLength)
  return {
    rankOf: (word, from, to) => {
      let hash = 0x811c9dc5
      for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (word[at] ?? 0), 0x01000193)
      let slot = ((hash ^ (hash >>> 15)) >>> 0) & (SLOTS - 1)
      for (;;) {
        const entry = numbers[2 + count + slot] ?? 0
        if (entry === 0) return -1
        const begin = numbers[entry] ?? 0
        const end = numbers[entry + 1] ?? 0
        if (end - begin === to - from && isSame({ bytes, begin, word, from, length: to - from }))
          return entry - 1
        slot = (slot + 1) & (SLOTS - 1)
      }
    },
  }
}

const SLOTS = 1 << 19

type Comparison = {
  readonly bytes: Uint8Array
  readonly begin: number
  readonly word: Uint8Array
  readonly from: number
  readonly length: number
}

function isSame({ bytes, begin, word, from, length }: Comparison): boolean {
  for (let at = 0; at < length; at += 1) if (bytes[begin + at] !== word[from + at]) return false
  return true
}
