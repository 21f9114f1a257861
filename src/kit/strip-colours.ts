/** What a terminal takes for a colour, and how that is written within JSON and in sources. */
const CODE = new RegExp(
  String.raw`(?:${'\u001b'}|\\u001[bB]|\\x1[bB]|\\e|\\033)\[[0-9;:?]{0,30}[A-Za-z]`,
  'g',
)

export function stripColours(text: string): string {
  return text.replace(CODE, '')
}

const WRITTEN = /\\(?:u001|x1|e|033)/

export function hasColours(text: string): boolean {
  return (text.includes('\u001b') || WRITTEN.test(text)) && text.search(CODE) !== -1
}

/** What the work makes of a text in which each colour is one character that is of no word: what stands right behind it begins a word then. */
export function withColoursApart(text: string, work: (apart: string) => string): string {
  return work(text.replace(CODE, APART)).replaceAll(APART, '')
}

/** Nobody’s: a character for private use. */
const APART = '\ue000'
