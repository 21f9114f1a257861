import type { ContextPack } from '#context/pack/context-pack.ts'
import { printable } from '#kit/printable.ts'
import type { TokenCounter } from '#kit/tokens.ts'
import { withCommas } from '#kit/with-commas.ts'

export type PackNotes = {
  /** Those that there is room for as comments, a line each. */
  readonly notes: readonly string[]
  readonly unsaid: readonly string[]
}

/** What there is to say of a pack beside what it has. The budget is for all that is printed, so it ends these first. */
export function packNotes(
  { files, tokens, budget, tokenizer, noRoom, leftOut }: ContextPack,
  { countTokens }: { readonly countTokens: TokenCounter },
): PackNotes {
  const all = [
    `${withCommas(files.length)} file${files.length === 1 ? '' : 's'}, ${withCommas(tokens)} of ${withCommas(budget)} tokens (${tokenizer})`,
    ...(noRoom.length === 0 ? [] : [`no room for ${listOf(noRoom, noRoom.length)}`]),
    ...leftOut.map(({ why, count, examples }) => `not searched, ${why}: ${listOf(examples, count)}`),
  ].map((note) => printable(note).replaceAll('--', '- -'))
  const notes: string[] = []
  let left = budget - tokens
  for (const note of all) {
    left -= countTokens(`<!-- ${note} -->\n`)
    if (left < 0) break
    notes.push(note)
  }
  return { notes, unsaid: all.slice(notes.length) }
}

function listOf(paths: readonly string[], count: number): string {
  const shown = paths.slice(0, 3)
  return `${shown.join(', ')}${count > shown.length ? ` and ${count - shown.length} more` : ''}`
}
