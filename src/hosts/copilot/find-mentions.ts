/** An `@` with a name behind it, where Copilot CLI looks for a file. */
export type Mention = { readonly name: string; readonly line: number }

/** Comments and indented code count as text. A fence is closed by any other of the same character. */
export function findMentions(text: string): Mention[] {
  const mentions: Mention[] = []
  let fence: string | null = null
  for (const [index, line] of text.split('\n').entries()) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1] ?? null
    if (mark !== null && (fence === null || fence === mark)) fence = fence === null ? mark : null
    else if (fence === null) mentions.push(...namesIn(line).map((name) => ({ name, line: index + 1 })))
  }
  return mentions
}

function namesIn(line: string): string[] {
  return [...line.replaceAll(CODE_SPAN, '`').matchAll(MENTION)]
    .map(([, path, word]) => (path ?? word ?? '').replace(/[)\]}.,;:!?]+$/, ''))
    .filter((name) => name !== '')
}

/** A span that is not closed on its line hides the rest of it. */
const CODE_SPAN = /(?<!`)(`+)(?!`)(?:.*?(?<!`)\1(?!`)|.*$)/g

/**
 * Only ASCII letters and digits before the `@` make an e-mail address of it. Marks and brackets inside a word belong to
 * the name, so that the `@x.md` of a link `[@x.md](y)` is none. Another `@` inside is tried too, unless there is a
 * slash in the word.
 */
const MENTION = /(?<![\w.+%-])@(?:([^\s<>"'`]*\/[^\s<>"'`]*)|(?=([^\s<>"'`]+)))/g
