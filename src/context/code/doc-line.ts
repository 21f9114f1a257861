export type DocPlace = {
  /** Of the definition, counted from one. */
  readonly line: number
  readonly comment: RegExp
  readonly between?: RegExp | undefined
}

/** The first line of the comment right above a definition, past decorators. */
export function docAbove(lines: readonly string[], { line, comment, between }: DocPlace): string | null {
  let top = line - 1
  while (top > 0 && between?.test(lines[top - 1] ?? '') === true) top -= 1
  const bottom = top
  while (top > 0 && bottom - top < LINES_MAX && comment.test(lines[top - 1] ?? '')) top -= 1
  for (const text of lines.slice(top, bottom)) {
    const said = text.replace(comment, '').replace(/(\*\/|\]=*\])\s*$/, '')
    if (/[\p{L}\p{N}]/u.test(said) && !NOT_SAID.test(said)) return tidy(said)
  }
  return null
}

/** The first line of a text that stands in the definition itself. */
export function docInside(text: string): string | null {
  const said = text.replace(/^[rRbBuUfF]*("""|'''|"|')/, '').replace(/("""|'''|"|')$/, '')
  const line = said.split('\n').find((candidate) => /[\p{L}\p{N}]/u.test(candidate))
  return line === undefined ? null : tidy(line)
}

const LINES_MAX = 60
const LENGTH_MAX = 120

/** Words to tools, and licences. */
const NOT_SAID =
  /^\s*(@|!|eslint|biome-ignore|prettier|ts-|tslint|noqa|type:|pylint|nolint|go:|\+build|region|endregion|SPDX|Copyright|istanbul|c8 |v8 |rubocop|frozen_string_literal|encoding:|shellcheck|phpcs|phpstan|luacheck|clang-format|credo:)/i

function tidy(line: string): string {
  const text = line
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX - 1)}…` : text
}
