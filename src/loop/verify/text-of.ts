import type { Mark } from './project-scripts.ts'

/** What one of several printed, told from the rest by its marks; null where none of them is found. */
export function textOf(output: string, marks: readonly Mark[]): string | null {
  return marks.reduce<string | null>((text, mark) => (text === null ? null : marked(text, mark)), output)
}

function marked(text: string, { kind, begin }: Mark): string | null {
  const lines = text.split('\n')
  const found = kind === 'lines' ? behind(lines, begin) : below(lines, begin)
  return found.length === 0 ? null : `${found.join('\n')}\n`
}

/** Some cut the blank at the end of a mark where nothing follows. */
function behind(lines: readonly string[], begin: string): string[] {
  return lines
    .filter((line) => line.startsWith(begin) || line === begin.trimEnd())
    .map((line) => line.slice(begin.length))
}

/** npm writes `> name@1.0.0 test` before each script that it runs, and yarn `> name`. */
function below(lines: readonly string[], begin: string): string[] {
  const isTitle = begin.endsWith('@') ? TITLE : /^> \S+$/
  let isOwn = false
  return lines.filter((line) => {
    if (isTitle.test(line)) isOwn = begin.endsWith('@') ? line.startsWith(begin) : line === begin
    return isOwn
  })
}

const TITLE = /^> (?:@[\w.-]+\/)?[\w.-]+@\S* \S+$/
