/**
 * What a text is found by: its words in lower case and without their endings, identifiers taken apart at underscores and
 * changes of case, and each of these once more as a whole, which is rare and so tells a lot. `getUserName` and `get_user_name`
 * have the same terms.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const [word] of text.matchAll(WORD)) terms.push(...termsOfWord(word))
  return terms
}

export const WORD = /[A-Za-z_$][A-Za-z0-9_$]*|\d{3,}/g

/** Of one that `WORD` has found. */
export function termsOfWord(word: string): readonly string[] {
  const parts = word.match(PART) ?? []
  const terms = parts
    .map((part) => part.toLowerCase())
    .filter(isTelling)
    .map(stem)
  return parts.length > 1 ? [...terms, `=${word.replaceAll(/[_$]/g, '').toLowerCase()}`] : terms
}

const PART = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+/g

function isTelling(part: string): boolean {
  return /^\d/.test(part) ? part.length > 2 : part.length > 1 && !COMMON.has(part)
}

/** Light: what is left need not be a word, only the same for those that mean the same. */
function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  return withoutEnd(withoutEnding(singular(word)))
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

const ENDINGS = [
  'ations',
  'ation',
  'izing',
  'ized',
  'izer',
  'ing',
  'ers',
  'ed',
  'er',
  'ly',
  'ment',
  'able',
  'ion',
  'or',
  'al',
]

function withoutEnding(word: string): string {
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= LEFT_MIN)
  if (ending === undefined) return word
  const left = word.slice(0, -ending.length)
  return /([^aeioulsz])\1$/.test(left) ? left.slice(0, -1) : left
}

const LEFT_MIN = 4

function withoutEnd(word: string): string {
  if (word.length > 4 && word.endsWith('e')) return word.slice(0, -1)
  return word.endsWith('y') ? `${word.slice(0, -1)}i` : word
}

/** They stand in every text. */
const COMMON: ReadonlySet<string> = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both but by can ' +
    'cannot could did do does doing down during each few for from further had has have having he her here hers him his how i ' +
    'if in into is it its itself just me more most my no nor not now of off on once only or other our out over own same she ' +
    'should so some such than that the their them then there these they this those through to too under until up very was ' +
    'we were what when where which while who whom why will with would you your'
  ).split(' '),
)
