/**
 * Whether there could be a file that both patterns name. A path names a file, and all that lies below it if it is a folder.
 * Patterns may have `*`, `**`, `?`, `[a-z]` and `{one,other}`; whatever else a pattern can say is taken for anything.
 * Letters count the same in either case: some file systems do not tell them apart.
 */
export function globsMeet(one: string, other: string): boolean {
  const theirs = alternatives(other).map(segmentsOf)
  return alternatives(one)
    .map(segmentsOf)
    .some((mine) => theirs.some((segments) => segmentsMeet(mine, segments)))
}

/** A pattern without braces for each choice in them. One with too many is `**`. */
export function alternatives(glob: string): string[] {
  const plain = normalized(glob)
  let found = [plain]
  for (;;) {
    const split = found.flatMap(splitBrace)
    if (split.length > ALTERNATIVES_MAX) return ['**']
    if (split.length === found.length && split.every((text, index) => text === found[index]))
      return found.map(plainWay)
    found = split
  }
}

const ALTERNATIVES_MAX = 64

/** Each path in one spelling. The folder of the project itself is everything. */
function plainWay(path: string): string {
  const segments = segmentsIn(path)
  return segments.length === 0 || segments.includes('..') ? '**' : segments.join('/')
}

function segmentsIn(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== '.')
}

/** What begins with `!` only takes away; a way that goes up, or that begins at the root of the machine, may lead anywhere. */
function normalized(glob: string): string {
  const path = glob.trim().normalize('NFC').toLowerCase().replaceAll('\\', '/')
  if (/^(?:!|\/|~|[a-z]:)/.test(path) || /(?:^|\/)\.\.(?:\/|$)/.test(path) || /[@!+?*]\(/.test(path))
    return '**'
  return path
}

function splitBrace(text: string): string[] {
  const found = /^(.*?)\{([^{}]*)\}(.*)$/.exec(text)
  if (found === null) return [text.replaceAll(/[{}]/g, '?')]
  const [, before = '', inside = '', after = ''] = found
  const choices = inside.includes('..') && !inside.includes(',') ? ['*'] : inside.split(',')
  return choices.map((choice) => `${before}${choice}${after}`)
}

/** All that lies below belongs to it. */
function segmentsOf(path: string): string[] {
  const segments = segmentsIn(path)
  return segments.at(-1) === '**' ? segments : [...segments, '**']
}

function segmentsMeet(one: readonly string[], other: readonly string[]): boolean {
  return meet({ one, other, many: '**', areAlike: namesMeet })
}

/** The same for the signs of two names. */
function namesMeet(one: string, other: string): boolean {
  return one === other || meet({ one: signsOf(one), other: signsOf(other), many: '*', areAlike: signsMeet })
}

type Meeting = {
  readonly one: readonly string[]
  readonly other: readonly string[]
  /** What stands for any number of parts. */
  readonly many: string
  readonly areAlike: (one: string, other: string) => boolean
}

/** Whether two patterns can name the same, from the end, by what is left of each. */
function meet({ one, other, many, areAlike }: Meeting): boolean {
  const width = other.length + 1
  const met = new Uint8Array((one.length + 1) * width)
  for (let place = met.length - 1; place >= 0; place--) {
    const mine = one[Math.floor(place / width)]
    const theirs = other[place % width]
    const withoutMine = mine !== undefined && met[place + width] === 1
    const withoutTheirs = theirs !== undefined && met[place + 1] === 1
    const isMet =
      mine === many || theirs === many
        ? withoutMine || withoutTheirs
        : mine === undefined || theirs === undefined
          ? mine === theirs
          : met[place + width + 1] === 1 && areAlike(mine, theirs)
    met[place] = isMet ? 1 : 0
  }
  return met[0] === 1
}

/** One sign each; a set in brackets is any sign. */
function signsOf(name: string): string[] {
  return (name.match(/\*+|\[[^\]]+\]|[\s\S]/g) ?? []).map((sign) =>
    sign.startsWith('*') ? '*' : sign.length > 1 ? '?' : sign,
  )
}

function signsMeet(one: string, other: string): boolean {
  return one === other || one === '?' || other === '?'
}
