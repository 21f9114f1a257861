import { docText } from './doc-text.ts'

/** What a text says first that stands in the definition itself, with its quotes: those of Python, or of Elixir and its sigils. */
export function docInside(text: string): string | null {
  const said = SIGIL.test(text)
    ? text.replace(SIGIL, '').replace(/("""|'''|["')\]}>|/])\w*$/, '')
    : text.replace(/^[rRbBuUfF]*("""|'''|"|')/, '').replace(/("""|'''|"|')$/, '')
  return docText(said.replace(/\\(["'#])/g, '$1').split('\n'))
}

/** Every kind of bracket and quote begins one. */
const SIGIL = /^~[a-zA-Z]+("""|'''|["'([{<|/])/
