/** What became of a file on its way to the model, in pieces of its own text. */
export type Alignment = {
  /** Comments and front matter that were left out. */
  readonly stripped: readonly string[]
  /** Mentions of other files, in whose place something else stands. */
  readonly replaced: readonly string[]
  /** White space, which melts into what is put between files. */
  readonly blank: readonly string[]
  /** Everything else that did not arrive. */
  readonly lost: readonly string[]
}

/** Finds a file's text again in what was shown, and says what is missing of it. */
export function alignText(file: string, shown: string): Alignment {
  const pieces = missingIn(file, shown).map((piece) => ({ piece, kind: kindOf(piece) }))
  const of = (wanted: keyof Alignment) =>
    pieces.flatMap(({ piece, kind }) => (kind === wanted ? [piece] : []))
  return { stripped: of('stripped'), replaced: of('replaced'), blank: of('blank'), lost: of('lost') }
}

function kindOf(piece: string): keyof Alignment {
  if (piece.trim() === '') return 'blank'
  if (/^\s*(?:<!--|---\s*\n)/.test(piece)) return 'stripped'
  // What a sentence ends with may go with the mention at its end.
  return isMention(piece) || /^[)\].,;:"'!?*]+\s*$/.test(piece) ? 'replaced' : 'lost'
}

type Token = {
  readonly text: string
  /** What it is compared by: white space may change where something was put in. */
  readonly key: string
  readonly start: number
  readonly end: number
}

/** The pieces of the file that are not shown. Lines that stand once in either text hold the two together. */
function missingIn(file: string, shown: string): string[] {
  const anchors = findAnchors(tokensIn(file), tokensIn(shown))
  const missing: string[] = []
  let at = { file: 0, shown: 0 }
  for (const [own, seen] of anchors) {
    const gap = { file: file.slice(at.file, own.start), shown: shown.slice(at.shown, seen.start) }
    missing.push(...missingBetween({ ...gap, open: at.file === 0 ? 'start' : null }))
    at = { file: own.end, shown: seen.end }
  }
  const rest = { file: file.slice(at.file), shown: shown.slice(at.shown) }
  return [...missing, ...missingBetween({ ...rest, open: 'end' })]
}

/** Comments and mentions come or go as a whole; all else by the line. */
function tokensIn(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map((match) => ({
    text: match[0],
    key: match[0].replaceAll(/\s+/g, ' '),
    start: match.index,
    end: match.index + match[0].length,
  }))
}

const TOKEN =
  /<!--[\s\S]*?-->|(?<![^\s(])@[^\s`]*[^\s`)\].,;:"'!?*]|(?<=(?<![^\s(])@[^\s`]+)[)\].,;:"'!?*]+|[\r\n\ufeff]|[^\r\n\ufeff<@]+|[<@]/g

/** Tokens that occur once on either side, as far as they come in the same order. */
function findAnchors(own: readonly Token[], seen: readonly Token[]): [Token, Token][] {
  const once = (tokens: readonly Token[]) => {
    const counts = new Map<string, number>()
    for (const { key } of tokens) counts.set(key, (counts.get(key) ?? 0) + 1)
    return new Map(tokens.filter(({ key }) => counts.get(key) === 1).map((token) => [token.key, token]))
  }
  const there = once(seen)
  const pairs = [...once(own).values()].flatMap((token): [Token, Token][] => {
    const twin = there.get(token.key)
    return twin === undefined || !isSpoken(token) ? [] : [[token, twin]]
  })
  return longestRise(pairs)
}

/** The longest run of pairs that rises on the right-hand side too. */
function longestRise(pairs: readonly [Token, Token][]): [Token, Token][] {
  const best: { readonly pair: [Token, Token]; readonly before: number; readonly length: number }[] = []
  for (const pair of pairs) {
    let before = -1
    let length = 0
    for (const [index, other] of best.entries()) {
      if (other.pair[1].end <= pair[1].start && other.length > length) {
        before = index
        length = other.length
      }
    }
    best.push({ pair, before, length: length + 1 })
  }
  let at = best.reduce((top, { length }, index) => (length > (best[top]?.length ?? 0) ? index : top), -1)
  const rise: [Token, Token][] = []
  for (let step = best[at]; step !== undefined; step = best[at]) {
    rise.unshift(step.pair)
    at = step.before
  }
  return rise
}

type Gap = {
  readonly file: string
  readonly shown: string
  /** Before the first anchor and behind the last there is text of others as well, and only one end to go by. */
  readonly open: 'start' | 'end' | null
}

function missingBetween({ file, shown, open }: Gap): string[] {
  if (file === shown) return []
  const head = open === 'start' ? 0 : commonStart(file, shown)
  const tail = open === 'end' ? 0 : commonEnd(file.slice(head), shown.slice(head))
  const own = file.slice(head, file.length - tail)
  const pieces = missingTokens(tokensIn(own), tokensIn(shown.slice(head, shown.length - tail)))
  // White space beside a cut, or at the beginning of a file, could as well be that which stands between files.
  const kept = { head: file.slice(0, head), tail: file.slice(file.length - tail) }
  const isCut = pieces.some((piece) => kindOf(piece) === 'lost')
  const before = open === 'end' && isCut ? (/[ \t\r\n]*$/.exec(kept.head)?.[0] ?? '') : ''
  const after = open === 'start' ? (/^[ \t\r\n]*/.exec(kept.tail)?.[0] ?? '') : ''
  const [first = '', ...others] = pieces
  const last = others.pop()
  return (
    last === undefined ? [`${before}${first}${after}`] : [`${before}${first}`, ...others, `${last}${after}`]
  ).filter((piece) => piece !== '')
}

function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

function commonEnd(one: string, other: string): number {
  let length = 0
  while (length < Math.min(one.length, other.length) && one.at(-1 - length) === other.at(-1 - length))
    length++
  return length
}

const CELLS_MAX = 4_000_000

/** What a longest common subsequence leaves out. Neighbours make one piece, but for mentions, which stand alone. */
function missingTokens(own: readonly Token[], seen: readonly Token[]): string[] {
  const words = own.filter(isSpoken)
  const spoken = seen.filter(isSpoken)
  if (spoken.length === 0 && !words.some(({ text }) => isMention(text))) {
    return own.length === 0 ? [] : [textOf(own)]
  }
  const kept = words.length * spoken.length > CELLS_MAX ? new Set<Token>() : commonTokens(words, spoken)
  return runsOfMissing(own, kept).flatMap((run) => {
    // White space is only missed together with something that is.
    const from = run.findIndex(isSpoken)
    return from === -1 ? [] : [textOf(run.slice(from))]
  })
}

function runsOfMissing(own: readonly Token[], kept: ReadonlySet<Token>): Token[][] {
  const runs: Token[][] = [[]]
  for (const token of own) {
    if (kept.has(token)) runs.push([])
    else if (isMention(token.text)) runs.push([token], [])
    else runs.at(-1)?.push(token)
  }
  return runs
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join('')
}

function isSpoken({ text }: Token): boolean {
  return text.trim() !== ''
}

function isMention(text: string): boolean {
  return /^\s*@\S+\s*$/.test(text)
}

function commonTokens(own: readonly Token[], seen: readonly Token[]): Set<Token> {
  const width = seen.length + 1
  const lengths = new Uint32Array((own.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = own.length - 1; row >= 0; row--) {
    for (let column = seen.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        own[row]?.key === seen[column]?.key
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const kept = new Set<Token>()
  for (let row = 0, column = 0; row < own.length && column < seen.length; ) {
    const token = own[row]
    if (token !== undefined && token.key === seen[column]?.key) {
      kept.add(token)
      row++
      column++
    } else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return kept
}
