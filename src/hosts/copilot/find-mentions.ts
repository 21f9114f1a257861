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
    .map(([, name = '']) => name.replace(/\.+$/, ''))
    .filter((name) => name !== '')
}

/** A span that is not closed on its line hides the rest of it. */
const CODE_SPAN = /(?<!`)(`+)(?!`)(?:.*?(?<!`)\1(?!`)|.*$)/g

/** Only ASCII letters and digits make an e-mail address of it. */
const MENTION = /(?<![\w.+%-])@([^\s@)\]>}"',;:!?<`][^\s)\]>}"',;:!?<`]*)/g
