/** Where words are that are long enough to be keys, with the signs that fill one up. */
export function longWords(text: string): { readonly at: number; readonly end: number }[] {
  const words: { at: number; end: number }[] = []
  let from = 0
  // A word that long has a letter at one of these places. Most of a text need not be looked at.
  for (let place = LENGTH_MIN - 1; place < text.length; ) {
    if (!isLetter(text, place)) {
      from = place + 1
      place += LENGTH_MIN
      continue
    }
    let at = place
    while (at > from && isLetter(text, at - 1)) at -= 1
    let end = place + 1
    while (end < text.length && isLetter(text, end)) end += 1
    if (end - at >= LENGTH_MIN) words.push({ at, end: end + fillersAt(text, end) })
    from = end
    place = end + LENGTH_MIN
  }
  return words
}

const LENGTH_MIN = 32

/** Those of base64, in both of its alphabets. */
const LETTERS = new Set(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-'].map((letter) =>
    letter.charCodeAt(0),
  ),
)
const IS_LETTER = Array.from({ length: 256 }, (_none, code) => LETTERS.has(code))

function isLetter(text: string, at: number): boolean {
  return IS_LETTER[text.charCodeAt(at)] === true
}

function fillersAt(text: string, at: number): number {
  if (text[at] !== '=') return 0
  return text[at + 1] === '=' ? 2 : 1
}
