import { headings } from '../render/map-line.ts'

/** A symbol as it stands in the text of a map. */
export type ShownSymbol = {
  readonly path: string
  /** With what it lies in, if anything: `Basket.total`. */
  readonly name: string
  readonly signature: string
}

/** The symbols that a map shows, in their order. */
export function shownSymbols(text: string): ShownSymbol[] {
  const [, after = ''] = text.split(`\n${headings.symbols}\n`)
  const [section = ''] = after.split(/\n\n(?=## |<!-- )/)
  const shown: ShownSymbol[] = []
  let path = ''
  let outer: string[] = []
  for (const line of section.split('\n')) {
    const heading = HEADING.exec(line)?.[2]
    if (heading !== undefined) {
      path = heading
      outer = []
    }
    const [, indent = '', holder = '', , signature] = ITEM.exec(line) ?? []
    if (signature === undefined) continue
    outer = outer.slice(0, indent.length / 2)
    const around = holder === '' ? outer.at(-1) : holder
    const name = nameIn(signature)
    shown.push({ path, name: around === undefined ? name : `${around}.${name}`, signature })
    outer.push(name)
  }
  return shown
}

const HEADING = /^(`+) ?(.+?) ?\1$/
const ITEM = /^( *)- (?:([^`]+)\.)?(`+) ?(.+?) ?\3(?: — |$)/

/** What a signature is the signature of, as far as one can tell without its language. */
export function nameIn(signature: string): string {
  const plain = signature.replace(/^func \([^)]*\) /, 'func ').replace(/^(@\S+ )+/, '')
  const [head = ''] = plain.split(/[(<:={[]| (?:extends|implements|where|throws|with|for)\b/)
  return head.split(/[\s*&.]+/).findLast((word) => /[\p{L}\p{N}_]/u.test(word)) ?? signature
}
