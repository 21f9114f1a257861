import { printable } from '#kit/printable.ts'
import { visible } from '#kit/visible.ts'

/** Text of a repository as a quotation: it cannot end itself, and has nothing in it that is not seen. */
export function quote(text: string, language: string): string {
  const clean = visible(text)
  const longest = (clean.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${clean}\n${fence}`
}

/** A name, or a sentence with one, in a line of its own: a file may be called whatever somebody likes. */
export function quoteName(name: string): string {
  return printable(visible(name)).slice(0, NAME_MAX)
}

const NAME_MAX = 400
