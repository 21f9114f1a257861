/** A text in one line that tells a terminal nothing: line ends and other control characters are written out. */
export function printable(text: string): string {
  return text.replace(CONTROL, (character) => {
    const known = JSON.stringify(character).slice(1, -1)
    return known === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : known
  })
}

/** Also what turns the direction of writing around, and so shows a name as another. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
