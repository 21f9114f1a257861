import type { Language, ReadImport } from '../language.ts'
import query from './markdown.scm'

export const markdown: Language = {
  name: 'Markdown',
  grammar: 'markdown',
  extensions: ['.md', '.markdown', '.mdx'],
  query,
  // What is above a heading belongs to the heading before.
  comment: /(?!)/,
  nameOf: (text) =>
    text
      .trim()
      .replace(/\s+#+$/, '')
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1'),
  readImport,
  isExported: () => true,
}

/** Links to files, wherever in the text they are: not to other sites, nor to places in the same file. */
function readImport(text: string): ReadImport[] {
  return text.split('\n').flatMap((line, below) =>
    [...line.replace(CODE, '').matchAll(LINK)].flatMap(([, bracketed, plain]) => {
      const specifier = (bracketed ?? plain ?? '').replace(/[?#].*$/, '')
      return specifier === '' || OUTSIDE.test(specifier) ? [] : [{ specifier, names: [], below }]
    }),
  )
}

const CODE = /`[^`]*`/g
// Not one to a picture: that has an exclamation mark before it.
const LINK = /(?:\]\((?<!!\[[^\]]*\]\()\s*|^\s*\[[^\]]+\]:\s*)(?:<([^<>]+)>|([^\s<>()]+))/g
const OUTSIDE = /^([a-z][a-z0-9+.-]*:|\/\/|www\.|mailto)/i
