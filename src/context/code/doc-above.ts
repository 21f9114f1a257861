import { docText } from './doc-text.ts'

export type DocPlace = {
  /** Of the definition, counted from one. */
  readonly line: number
  readonly comment: RegExp
  readonly between?: RegExp | undefined
  readonly hasDocsApart?: true | undefined
}

/** What the comment right above a definition says first, past decorators. */
export function docAbove(lines: readonly string[], place: DocPlace): string | null {
  const { line, comment, between, hasDocsApart } = place
  const right = between === undefined ? line - 1 : abovePast(between, { lines, bottom: line - 1 })
  const bottom = hasDocsApart === true ? acrossGap(lines, right) : right
  const top = topOf(comment, { lines, bottom })
  return docText(
    lines.slice(top, bottom).map((text) => text.replace(comment, '').replace(/(\*\/|\]=*\])\s*$/, '')),
  )
}

/** Lines are counted from one, and end at this one. */
type Upwards = { readonly lines: readonly string[]; readonly bottom: number }

/** Above decorators and attributes, also those that take several lines: they end at the indent that they began at. */
function abovePast(between: RegExp, { lines, bottom }: Upwards): number {
  const text = lines[bottom - 1] ?? ''
  if (between.test(text)) return abovePast(between, { lines, bottom: bottom - 1 })
  const indent = /^(\s*)[)\]}]*[)\]]\s*$/.exec(text)?.[1]?.length
  if (indent === undefined) return bottom
  for (let line = bottom - 1; line > bottom - LINES_MAX; line -= 1) {
    const inner = lines[line - 1]
    if (inner === undefined) return bottom
    if (inner.trim() === '' || inner.search(/\S/) > indent) continue
    return between.test(inner) ? abovePast(between, { lines, bottom: line - 1 }) : bottom
  }
  return bottom
}

/** To a block of documentation that one empty line parts from what it is about. The first of a file is about the file. */
function acrossGap(lines: readonly string[], bottom: number): number {
  if (lines[bottom - 1]?.trim() !== '' || !/^\s*\*\/\s*$/.test(lines[bottom - 2] ?? '')) return bottom
  let top = bottom - 2
  while (top > 0 && /^\s*\*/.test(lines[top - 1] ?? '')) top -= 1
  const isDocs = /^\s*\/\*\*\s*$/.test(lines[top - 1] ?? '')
  return isDocs && lines.slice(0, top - 1).some((line) => CODE.test(line)) ? bottom - 1 : bottom
}

/** Neither a comment nor what is told to the engine. */
const CODE = /^(?!\s*(?:\/\/|\/?\*|#!|['"]use \w+['"];?\s*$))\s*\S/

/** A comment without an end in sight says nothing: its first lines are out of reach. */
function topOf(comment: RegExp, { lines, bottom }: Upwards): number {
  const least = Math.max(0, bottom - COMMENT_MAX)
  // The lines of a block need not begin with a star.
  if (/^\s*\*\/|^(?!.*\/\*).*\*\/\s*$/.test(lines[bottom - 1] ?? ''))
    for (let top = bottom - 1; top > least; top -= 1)
      if (/^\s*\/\*/.test(lines[top - 1] ?? '')) return top - 1
  let top = bottom
  while (top > least && comment.test(lines[top - 1] ?? '')) top -= 1
  return top === least && top > 0 ? bottom : top
}

const LINES_MAX = 60
const COMMENT_MAX = 600
