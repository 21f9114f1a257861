import { docText } from './doc-text.ts'

/** What a text says first that stands in the definition itself. */
export function docInside(text: string): string | null {
  const said = text.replace(/^[rRbBuUfF]*("""|'''|"|')/, '').replace(/("""|'''|"|')$/, '')
  return docText(said.split('\n'))
}
