import { Lexer, type Token } from 'marked'
import { findMentions, type Mention } from './find-mentions.ts'
import { splitFrontMatter } from './split-front-matter.ts'
import { stripComments } from './strip-comments.ts'

export type ReadText = {
  /** What the model is shown. Empty where nothing is left, and then the file counts as not there. */
  readonly text: string
  readonly mentions: readonly Mention[]
  readonly paths: readonly string[] | null
}

/** Every file is read as Markdown, whatever its name: without front matter, block comments and white space around. */
export function readText(bytes: Buffer): ReadText {
  const { paths, body, lines } = splitFrontMatter(bytes.toString('utf8').replace(/^\ufeff/, ''))
  const hasComments = body.includes('<!--')
  const tokens = hasComments || body.includes('@') ? lex(body) : []
  return {
    text: (hasComments ? stripComments(tokens) : body).trim(),
    mentions: findMentions({ tokens, body, linesBefore: lines }),
    paths,
  }
}

/**
 * The lexer that Claude Code has inside, without the extensions of GitHub, so that both take the same for code. Its
 * later majors part lists and blank lines in other ways, which the recorded runs would show.
 */
function lex(body: string): Token[] {
  return new Lexer({ gfm: false }).lex(body)
}
