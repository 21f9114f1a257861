import { Lexer, type Token } from 'marked'
import type { Cut } from '#words/instructions.ts'
import { findMentions, type Mention } from './find-mentions.ts'
import { splitFrontMatter } from './split-front-matter.ts'
import { stripComments } from './strip-comments.ts'

export type ReadText = {
  /** What the model is shown. Empty where nothing is left, and then the file counts as not there. */
  readonly text: string
  readonly mentions: readonly Mention[]
  /** What is lost beyond comments and front matter. */
  readonly dropped: Cut | null
  readonly paths: readonly string[] | null
}

/** Every file is read as Markdown, whatever its name: without front matter, block comments and white space around. */
export function readText(bytes: Buffer): ReadText {
  const { paths, body, lines } = splitFrontMatter(bytes.toString('utf8').replace(/^\ufeff/, ''))
  const hasComments = body.includes('<!--')
  const tokens = hasComments || body.includes('@') ? lex(body) : []
  return {
    text: (hasComments ? stripComments(tokens) : body).trim(),
    dropped: hasComments ? droppedDefinitions(tokens) : null,
    mentions: findMentions({ tokens, body, linesBefore: lines }),
    paths,
  }
}

/** The text is put together again from its tokens, and link definitions are not among those. */
function droppedDefinitions(tokens: readonly Token[]): Cut | null {
  const bytes = tokens.reduce((sum, { type, raw }) => sum + (type === 'def' ? Buffer.byteLength(raw) : 0), 0)
  const because =
    'Claude Code drops the link definitions of a file that has a comment. Write the address where it is used.'
  return bytes === 0 ? null : { bytes, because }
}

/**
 * The lexer that Claude Code has inside, without the extensions of GitHub, so that both take the same for code. Its
 * later majors part lists and blank lines in other ways, which the recorded runs would show.
 */
function lex(body: string): Token[] {
  return new Lexer({ gfm: false }).lex(body)
}
