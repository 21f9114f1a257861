/** What an agent's last line says. It decides nothing: keel's own verification does. */
export type Signal =
  | { readonly kind: 'complete' }
  | { readonly kind: 'stuck'; readonly reason: string }
  | { readonly kind: 'none' }

/** Only the last line counts, and only alone, so that a quotation of the instruction means nothing. */
export function readSignal(text: string): Signal {
  const lines = text.trimEnd().split('\n')
  const last = lines.at(-1)?.trim() ?? ''
  if (last === '<promise>COMPLETE</promise>') return { kind: 'complete' }
  const stuck = /(?:^|\n)<stuck>([\s\S]*)<\/stuck>$/.exec(text.trimEnd())
  return stuck === null ? { kind: 'none' } : { kind: 'stuck', reason: (stuck[1] ?? '').trim() }
}
