import type { VerbOutput } from '#verbs/all.ts'
import type { Terminal } from '../terminal.ts'

/** The text as an agent would get it, then a few lines about it: as comments, so that it can go into a file as it is. */
export function renderPack(
  { text, files, tokens, budget, tokenizer, noRoom, leftOut }: VerbOutput<'pack'>,
  { paint }: Terminal,
): string {
  const notes = [
    `${files.length} files, ${number(tokens)} of ${number(budget)} tokens (${tokenizer})`,
    ...(noRoom.length === 0 ? [] : [`no room for ${listOf(noRoom, noRoom.length)}`]),
    ...leftOut.map(({ why, count, examples }) => `not searched, ${why}: ${listOf(examples, count)}`),
  ]
  const comments = notes.map((note) => paint('dim', `<!-- ${note} -->`))
  return `${[...(text === '' ? ['No file here shares a word with the task.'] : [text]), ...comments].join('\n')}\n`
}

function listOf(paths: readonly string[], count: number): string {
  const shown = paths.slice(0, 3)
  return `${shown.join(', ')}${count > shown.length ? ` and ${count - shown.length} more` : ''}`
}

function number(amount: number): string {
  return amount.toLocaleString('en-US')
}
