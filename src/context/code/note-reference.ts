import type { Reading } from './reading.ts'
import type { Reference } from './tags.ts'

export type Use = Omit<Reference, 'lines'> & { readonly line: number }

/** Notes that a name is used, with a line for each time: of those in the same line one. */
export function noteReference(
  { references, uses }: Pick<Reading, 'references' | 'uses'>,
  { name, kind, isMember, line }: Use,
): void {
  const ways = uses.get(name)
  const known = ways?.find((way) => way.kind === kind && way.isMember === isMember)
  if (known !== undefined) {
    if (known.lines.at(-1) !== line) known.lines.push(line)
    return
  }
  const used = { name, kind, isMember, lines: [line] }
  references.push(used)
  if (ways === undefined) uses.set(name, [used])
  else ways.push(used)
}
