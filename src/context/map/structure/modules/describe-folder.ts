import { docLine } from '#context/code/doc-line.ts'
import type { Inventory } from '../files/take-inventory.ts'
import { linesOf } from '../manifests/reading/lines-of.ts'
import { firstSentence } from './first-sentence.ts'

export type AskedFolder = {
  readonly folder: string
  readonly inventory: Inventory
  readonly read: (path: string) => string | null
}

/** One line about a folder, by its README or by the documentation of what is in it. Null where nobody wrote any. */
export function describeFolder({ folder, inventory, read }: AskedFolder): string | null {
  const name = folder.slice(folder.lastIndexOf('/') + 1)
  for (const { file, say } of SOURCES) {
    const path = `${folder}/${file.replace('*', name)}`
    const text = inventory.has(path) ? read(path) : null
    const said = text === null ? null : say(text.slice(0, READ_MAX))
    if (said !== null) return said
  }
  return null
}

const READ_MAX = 8 * 1024

type Source = { readonly file: string; readonly say: (text: string) => string | null }

const SOURCES: readonly Source[] = [
  ...['README.md', 'README.rst', 'README', 'readme.md', 'README.txt'].map((file) => ({
    file,
    say: ofReadme,
  })),
  { file: '__init__.py', say: ofDocstring },
  ...['doc.go', '*.go'].map((file) => ({ file, say: ofPackageComment })),
  ...['src/lib.rs', 'lib.rs', 'mod.rs', 'src/main.rs', 'main.rs'].map((file) => ({
    file,
    say: ofInnerComment,
  })),
  { file: 'package-info.java', say: ofBlockComment },
  ...['index.ts', 'src/index.ts', 'index.js', 'mod.ts'].map((file) => ({ file, say: ofTopComment })),
]

/** The first paragraph that is prose: headings, badges, tables, lists and code are passed over. One that tells how ends it. */
function ofReadme(text: string): string | null {
  const seen = text.replace(/^---\n[\s\S]{0,4000}?\n---\n/, '').replace(/<!--[\s\S]{0,4000}?-->/g, '')
  for (const paragraph of paragraphsOf(seen)) {
    if (DO.test(paragraph[0] ?? '')) return null
    const said = sentenceOf(paragraph)
    if (said !== null) return said
  }
  return null
}

function paragraphsOf(text: string): string[][] {
  const paragraphs: string[][] = [[]]
  let [isFenced, isTitled] = [false, false]
  for (const line of withMotto(withoutLists(linesOf(text)))) {
    if (/^\s*(```|~~~)/.test(line)) isFenced = !isFenced
    const isUnderline = /^\s*(={3}|-{3})/.test(line)
    const heading = isUnderline ? `# ${paragraphs.pop()?.join(' ')}` : line
    // The first heading is the name of the whole, whatever words are in it, unless it is a deed.
    if (!isFenced && (isTitled ? HOW_TO : DEED).test(heading)) break
    isTitled ||= /^#{1,4} /.test(heading)
    if (!isFenced && PROSE.test(line)) paragraphs.at(-1)?.push(line.trim())
    else paragraphs.push([])
  }
  return paragraphs
}

/** One quoted line by itself, the first below the title, says what it is, unless it is a box with a warning. */
function withMotto(lines: readonly string[]): readonly string[] {
  const title = lines.findIndex((line) => /^#{1,4} /.test(line))
  const first = lines.findIndex((line, at) => at > title && (MOTTO.test(line) || PROSE.test(line)))
  const isAlone = [lines[first - 1], lines[first + 1]].every((line = '') => line.trim() === '')
  return title === -1 || !isAlone
    ? lines
    : lines.map((line, at) => (at === first ? line.replace(MOTTO, '') : line))
}

const MOTTO = /^\s{0,3}>\s?(?!\[!)/

/** An item goes on until there is a heading, or something stands at the margin behind a gap. */
function withoutLists(lines: readonly string[]): string[] {
  let isListed = false
  return lines.map((line, at) => {
    const isMargin = /^\S/.test(line) && (lines[at - 1] ?? '').trim() === ''
    if (ITEM.test(line)) isListed = true
    else if (isMargin || /^(#|={3}|-{3})/.test(line)) isListed = false
    return isListed ? '' : line
  })
}

const ITEM = /^\s{0,3}([-*+•]|\d{1,3}[.)])\s/
const PROSE = /^\s{0,3}(?!#|>|[-*+]\s|\||!\[|\[!\[|<|={3}|-{3}|\.\.|:\w|\d+\.\s|```|~~~|\[\w+\]:)\S/

/** From there on it is told how, and no longer what. */
const HOW_TO =
  /^#{1,4} .*\b(install|usage|getting started|quick ?start|scaffold|examples?|licen[cs]e|contribut|develop|test|to-?do\b|roadmap|known issues|(?:run|build) (?:for|in|on|it|locally)\b|(?:basic|public)? ?api\b)/i

const DEED =
  /^#{1,4} (how to|(testing|running|installing|building|developing|debugging|using|updating|releasing|setting up) (the|a|an|this|your|our|with|in|on|from|for|locally|against|tests)\b)/i

const DO =
  /^(run|install|execute|clone|make sure|first,|to (run|build|install|test|start|update|generate|regenerate|add|use|enable|support|import|set up))\b/i

/** What ends in a colon, or in the midst of a sentence, only leads to a list; a whole sentence before it does not. */
function sentenceOf(paragraph: readonly string[]): string | null {
  const text = paragraph.join(' ')
  const isWhole = !LEADING.test(text) || /[.!?]\s+[A-Z]/.test(text)
  return isWhole && !ASIDE.test(text) && !NEWS.test(text) ? firstSentence(text) : null
}

/** What is still to be done, and what is to be noted, is no part of what it is. */
const ASIDE =
  /^\W*(?:(?:todo|fixme|xxx)\b|(?:note|n\.?b\.?|warning|important|caution|tip|attention|heads.up)\b\W{0,3}[:!])/i

/** What is new today is not what it is. */
const NEWS =
  /^.{0,80}?\b((excited|happy|proud|pleased|thrilled|delighted) to (announce|share|introduce)|announcing|is now (available|released|out)|has been released)\b/i

const LEADING = /(:|\b(such as|including|like|are|is|and|or|of|the))$/i

function ofDocstring(text: string): string | null {
  const said = /^(?:\s*(?:#[^\n]*)?\n)*[rRuU]?("""|''')([\s\S]{1,2000}?)\1/.exec(text)?.[2]
  if (said === undefined) return null
  const [, title = '', , rest = said] = UNDERLINED.exec(said) ?? []
  return firstSentence(firstParagraph(rest)) ?? firstSentence(title)
}

/** A title says no more than the name does, and stands for it only where nothing else does. */
const UNDERLINED = /^\s*(\S[^\n]*)\n[ \t]*([=~^"*#-])\2{2,}[ \t]*\n([\s\S]*)$/

/** `// Package x does y`, right above the clause. */
function ofPackageComment(text: string): string | null {
  const lines = linesOf(text)
  const at = lines.findIndex((line) => /^package\s+\w/.test(line))
  const above = lines.slice(0, Math.max(at, 0))
  const begin = above.findLastIndex((line) => /^(\/\/|\/\*)\s*Package\s|^Package\s/.test(line))
  if (begin === -1) return null
  const said = above
    .slice(begin)
    .map((line) => line.replace(/^(\/\/|\/\*|\*\/)\s?/, '').replace(/\*\/\s*$/, ''))
    .join('\n')
  return firstSentence(firstParagraph(said).replace(/^Package \w+ /, ''))
}

function ofInnerComment(text: string): string | null {
  const lines = linesOf(text)
  const said = lines.filter((line) => /^\/\/!/.test(line)).map((line) => line.replace(/^\/\/!\s?/, ''))
  return ofReadme(said.join('\n'))
}

/** A comment right above some code is about that code, not about the whole. */
function ofTopComment(text: string): string | null {
  const top = /^\s*\/\*\*([\s\S]{1,2000}?)\*\/[ \t]*\r?\n(\s*\n|import\b|export \*)/.exec(text)
  return top === null ? null : ofBlockComment(top[0])
}

function ofBlockComment(text: string): string | null {
  const blocks = [...text.matchAll(/\/\*\*([\s\S]{1,2000}?)\*\//g)].map(([, said = '']) =>
    said.replace(/^[ \t]*\*[ \t]?/gm, ''),
  )
  const said = blocks.find((block) => !/licen[cs]e|copyright|@param|@returns?|@import/i.test(block))
  return said === undefined ? null : firstSentence(docLine(firstParagraph(said)))
}

function firstParagraph(text: string): string {
  return text.trim().split(/\n\s*\n/)[0] ?? ''
}
