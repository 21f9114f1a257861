import { type Claim, readClaim, readGuard } from './read-claim.ts'

/**
 * Whether two assertions that have the same values have them in the same places: `add(1, 2) == 3` is not `add(3, 2) == 1`. The sides of
 * a comparison may change places, and so may values that are given by name.
 */
export function isSameOrder(one: string, other: string): boolean {
  const [mine, theirs] = [claimOf(one), claimOf(other)]
  if (mine === null || theirs === null)
    return waysIn(mine, one).some((way) => waysIn(theirs, other).some((its) => isSameSide(way, its)))
  const isPair = (first: string, second: string) =>
    isSameSide(mine.one, first) && isSameSide(mine.other, second)
  return isPair(theirs.one, theirs.other) || isPair(theirs.other, theirs.one)
}

function claimOf(text: string): Claim | null {
  return readClaim(text) ?? readGuard(text)
}

/** As it may be read from left to right. */
function waysIn(claim: Claim | null, text: string): string[] {
  return claim === null ? [text] : [`${claim.one}, ${claim.other}`, `${claim.other}, ${claim.one}`]
}

function isSameSide(one: string, other: string): boolean {
  const [mine, theirs] = [namedValuesIn(one), namedValuesIn(other)]
  const isNamed = [mine, theirs].map((values) => values.some(({ name }) => name !== ''))
  const plain = [mine, theirs].map((values) => values.map(({ value }) => value))
  if (!isNamed.includes(true)) return plain[0]?.join('\n') === plain[1]?.join('\n')
  const told = isNamed.includes(false)
    ? plain
    : [mine, theirs].map((all) => all.map(({ name, value }) => `${name}:${value}`))
  return told[0]?.toSorted().join('\n') === told[1]?.toSorted().join('\n')
}

type NamedValue = { readonly name: string; readonly value: string }

function namedValuesIn(text: string): NamedValue[] {
  return [...text.matchAll(VALUE)].map(([, name = '', value = '']) => ({ name, value: plainOf(value) }))
}

function plainOf(value: string): string {
  return value.replaceAll(/["`]/g, "'").toLowerCase()
}

const VALUE =
  /(?:(?<![\w$.])['"]?([A-Za-z_$][\w$]*)['"]?\s*[:=](?![=>])\s*)?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|(?<![\w$])\d[\d_]*(?:\.\d+)?|\b(?:true|false|null|nil|none|undefined)\b)/gi
