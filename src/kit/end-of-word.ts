/** Where the word ends that begins at a place of plain text: one that tokens never cross, as `WORD` in tokens.ts has it, in a tenth of the time. */
export function endOfWord(text: Uint8Array, start: number): number {
  const first = kindAt(text, start)
  if (first === DIGIT) return endOfDigits(text, start)
  // What stands before letters belongs to them, unless it ends a line.
  const letters = isLetter(first) || isBreak(text[start]) ? start : start + widthAt(text, start)
  if (isLetter(kindAt(text, letters))) return endOfLetters(text, letters)
  const marks = text[start] === SPACE ? start + 1 : start
  return kindAt(text, marks) === MARK ? endOfMarks(text, marks) : endOfBlanks(text, start)
}

/** Whether that can be told: letters of other alphabets have rules of their own, and long runs without a break are counted otherwise. */
export function isPlain(text: Uint8Array): boolean {
  let run = 0
  let wasBlank = false
  for (let at = 0, width = 0; at < text.length; at += width) {
    width = widthAt(text, at)
    if (width === 0) return false
    const isBlank = KINDS[text[at] ?? 0] === BLANK
    run = isBlank === wasBlank ? run + 1 : 1
    wasBlank = isBlank
    if (run === RUN_MAX) return false
  }
  return true
}

/** A run without a break that is as long as this, of blanks or of others, is no plain text. */
export const RUN_MAX = 400

const DIGITS_MAX = 3
const SPACE = 0x20
const SLASH = 0x2f
const APOSTROPHE = 0x27

const NONE = 0
const MARK = 1
const BLANK = 2
const DIGIT = 3
const UPPER = 4
const LOWER = 5

const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/\s/.test(character)) return BLANK
  if (/\d/.test(character)) return DIGIT
  if (/[a-z]/.test(character)) return LOWER
  return /[A-Z]/.test(character) ? UPPER : MARK
})

function kindAt(text: Uint8Array, at: number): number {
  if (at >= text.length) return NONE
  return KINDS[text[at] ?? 0] ?? (widthAt(text, at) > 0 ? MARK : NONE)
}

/**
 * How many bytes a plain character has; zero for others. Beyond ASCII these are dashes, dots, quotation marks and arrows, which half of
 * all lines in a map have: they are marks like any other, and to compile `WORD` for them takes longer than to count all lines.
 */
function widthAt(text: Uint8Array, at: number): number {
  const first = text[at] ?? 0
  if (first < KINDS.length) return 1
  if (first === 0xc2) return text[at + 1] === 0xb7 ? 2 : 0
  if (first !== 0xe2) return 0
  const [second = 0, third = 0] = [text[at + 1], text[at + 2]]
  const isMark = second === 0x80 ? third >= 0x90 && third <= 0xa7 : second === 0x86 && third >= 0x90
  return isMark ? 3 : 0
}

function isLetter(kind: number): boolean {
  return kind >= UPPER
}

function isBreak(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d
}

function endOfDigits(text: Uint8Array, start: number): number {
  let end = start
  while (end < start + DIGITS_MAX && kindAt(text, end) === DIGIT) end += 1
  return end
}

/** Large ones, then small ones, and what may be left out behind an apostrophe. */
function endOfLetters(text: Uint8Array, start: number): number {
  let end = start
  while (kindAt(text, end) === UPPER) end += 1
  while (kindAt(text, end) === LOWER) end += 1
  if (text[end] !== APOSTROPHE) return end
  const [short] = SHORTENED.exec(String.fromCharCode(...text.subarray(end + 1, end + 3))) ?? ['']
  return short === '' ? end : end + 1 + short.length
}

const SHORTENED = /^(?:[sdmt]|ll|ve|re)/i

function endOfMarks(text: Uint8Array, start: number): number {
  let end = start
  while (kindAt(text, end) === MARK) end += widthAt(text, end)
  while (isBreak(text[end]) || text[end] === SLASH) end += 1
  return end
}

/** Up to the last end of a line; without one, all but the last where something follows that it may belong to. */
function endOfBlanks(text: Uint8Array, start: number): number {
  let end = start
  while (kindAt(text, end) === BLANK) end += 1
  for (let last = end; last > start; last -= 1) if (isBreak(text[last - 1])) return last
  return end === text.length || end - start === 1 ? end : end - 1
}
