import { docLine } from './doc-line.ts'

/**
 * What documentation says first: its first sentence, also where it goes on in the next line. A second sentence stays as long as
 * it is whole and there is room; what has no end is cut at a word. A title says no more than the name does, and stands for it only
 * where nothing else does. Null where nothing is said.
 */
export function docText(lines: readonly string[]): string | null {
  const prose = withoutToDos(withoutFields(withoutTypes(withoutCode(lines.map(withoutLead)))))
  const untitled = withoutTitles(prose)
  return firstSaid(untitled) ?? (untitled === prose ? null : firstSaid(prose))
}

/** What Doxygen and JSDoc call what they have to say. */
function withoutLead(line: string): string {
  return line.replace(/^\s*!?\s*[@\\](?:brief|short|description|desc|summary)(?:[:.]|\b)[ \t]*/i, '')
}

function firstSaid(lines: readonly string[]): string | null {
  const said: string[] = []
  for (const line of withWholeTags(lines)) {
    if (isOver(line) || (said.length > 0 && ENDS.test(line))) break
    const text = isUnsaid(line) ? '' : docLine(line)
    if (said.length === 0 && (PATH.test(text) || !/[\p{L}\p{N}]/u.test(text))) continue
    said.push(text)
    if (IS_WHOLE.test(text) || said.join(' ').length > LENGTH_MAX) break
  }
  return said.length === 0 ? null : cut(said.join(' '))
}

function isOver(line: string): boolean {
  return COPIED.test(line) || TOLD_APART.test(line)
}

function isUnsaid(line: string): boolean {
  return NOT_SAID.test(line) || COMMAND.test(line)
}

/** The same lines where there is none. */
function withoutTitles(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => TITLE.test(line) || RULE.test(line))) return lines
  return lines.map((line, at) => (TITLE.test(line) || isUnderlined(line, lines[at + 1]) ? '' : line))
}

/** As long as itself, or nearly: a shorter rule parts what is said above it from what is said below. */
function isUnderlined(line = '', below = ''): boolean {
  return line.trim() !== '' && RULE.test(below) && below.trim().length >= line.trim().length - 2
}

/** Also as pages of manuals have it, with the name of what they are about. */
const TITLE = /^\s*(?:#{1,6} \S|(?:NAME|SYNOPSIS) +\w+(?:\(\w*\))?\s*$|(?:NAME|SYNOPSIS|DESCRIPTION)\s*$)/
const RULE = /^\s*(?:={3,}|-{3,}|~{3,})\s*$/

function withoutCode(lines: readonly string[]): string[] {
  let isFenced = false
  return lines.map((line, at) => {
    const isFence = FENCE.test(line) && (isFenced || !isUnderlined(lines[at - 1], line))
    if (isFence) isFenced = !isFenced
    return isFenced || isFence ? '' : line
  })
}

const FENCE = /^\s*(```|~~~)/

/** A type that a tag gives may go on over lines, none of which is prose. */
function withoutTypes(lines: readonly string[]): readonly string[] {
  let open = 0
  return lines.map((line) => {
    const isOfType = open > 0 && line.trim() !== ''
    const depth = isOfType ? open : 0
    open = isOfType || TAG.test(line) ? Math.max(0, depth + countOf('{', line) - countOf('}', line)) : 0
    return isOfType ? '' : line
  })
}

const TAG = /^\s*@\w+ \{/

function countOf(letter: string, text: string): number {
  return text.split(letter).length - 1
}

/** Lines right above a field that is documented where its type is, as Lua has it, are about that field. */
function withoutFields(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => FIELD.test(line))) return lines
  let isOfField = false
  return lines
    .toReversed()
    .map((line) => {
      isOfField = FIELD.test(line) || (isOfField && !/^\s*(?:@|$)/.test(line))
      return isOfField ? '' : line
    })
    .toReversed()
}

/** What is still to be done may go on in the next line. */
function withoutToDos(lines: readonly string[]): string[] {
  let isToDo = false
  return lines.map((line) => {
    isToDo = TO_DO.test(line) || (isToDo && /^\s*\p{Ll}/u.test(line))
    return isToDo ? '' : line
  })
}

const FIELD = /^\s*@field\b/

const TO_DO = /^\s*(?:todo|fixme|xxx)\b/i

/** `{@link` in one line and what it leads to in the next are one. */
function withWholeTags(lines: readonly string[]): string[] {
  const whole: string[] = []
  for (const line of lines) {
    const last = whole.at(-1)
    if (last !== undefined && last.length < LENGTH_MAX * 4 && OPEN_TAG.test(last))
      whole[whole.length - 1] = `${last} ${line.trim()}`
    else whole.push(line)
  }
  return whole
}

const OPEN_TAG = /\{@\w+[^}]*$/
const IS_WHOLE = /[.!?:]['"`)]*$/
const LENGTH_MAX = 120

/** An empty line, a list, a tag, a rule, a word to a tool: the sentence before it is over. */
const ENDS = /^\s*($|:(?!(?:[a-z]+:)?[a-z]+:`)|[-*+@<|#=~]|\d+[.)]\s|\\|>>>)/

/** Words to tools, licences, titles and directives as RDoc has them, and the end of what stands elsewhere. */
const NOT_SAID =
  /^\s*(@|!|=+ |:(?:include|markup|(?:no|start|stop|end)?doc|title|main|section|category|args?|yields?|notnew|(?:singleton-)?method|attr\w*):|#__|eslint|biome-ignore|prettier|ts-|tslint|noqa|type:|pylint|nolint|go:|\+build|region|endregion|SPDX|Copyright|istanbul|c8 |v8 |rubocop|frozen_string_literal|encoding:|shellcheck|phpcs|phpstan|luacheck|clang-format|credo:|(?:e\.g|i\.e)\.)/i

/** As Doxygen has them, too; RDoc parts a word from its links so, one that begins with a capital. */
const COMMAND = /^\s*\\[a-z]{2,}\b/

/** Tables that a tool keeps in a comment, up to the end of it: the columns of a model, the routes of an application. */
const COPIED = /^\s*[=#]+ (?:Schema Information|Route Map)\b/

/** What Sphinx is told of each argument, in lines of which some only go on: it is the end of what is said of the whole. */
const TOLD_APART = /^\s*:(?:rtype|(?:param|type|raises?) [^:`]{1,80}):/

/** Where a bundler had it from. */
const PATH = /^(?:[^\s:]{1,200}\/[^\s:/]{1,100}\.\w{1,5}|[^\s:/]{1,100}\.[cm]?[jt]sx?)$/

function cut(text: string): string {
  const whole = text.slice(0, LENGTH_MAX)
  if (text.length <= LENGTH_MAX && IS_WHOLE.test(text)) return text
  const [sentences] = /^.*[.!?](?=\s+[\p{Lu}`"[(])/u.exec(whole) ?? []
  if (sentences !== undefined && sentences.length >= SENTENCE_MIN) return sentences
  return text.length <= LENGTH_MAX ? text : `${text.slice(0, LENGTH_MAX - 1).replace(/\s+\S*$/, '')}…`
}

/** Shorter than this, it is more likely an abbreviation. */
const SENTENCE_MIN = 12
