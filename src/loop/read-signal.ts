/** What an agent's last line says. It decides nothing: keel's own verification does. */
export type Signal =
  | { readonly kind: 'complete' }
  | { readonly kind: 'stuck'; readonly reason: string }
  | { readonly kind: 'none' }

/** Only the last line counts, and only alone, so that a quotation of the instruction means nothing. */
export function readSignal(text: string): Signal {
  if (PROMISE.test(text)) return { kind: 'complete' }
  const stuck = /(?:^|\n)<stuck>([\s\S]*)<\/stuck>$/.exec(text.trimEnd())
  return stuck === null ? { kind: 'none' } : { kind: 'stuck', reason: (stuck[1] ?? '').trim() }
}

/** As the guard `evidence-before-done` has it: bold, in backticks or behind a bullet it is a promise all the same. */
const PROMISE = /(?:^|\n)[ \t>*_`#-]*<promise>\s*COMPLETE\s*<\/promise>[*_`.!\s]*$/
