/**
 * The end of what the agent said, as far as it can be told. Gemini CLI 0.61.0 tells its hooks the pieces in which an
 * answer came, with blanks between them, and the first piece has by then grown to be the whole of it:
 *
 *     All is done.\n<promise>COMPLETE</promise> \n<promise>CO MPLETE</prom ise>
 *
 * So what repeats, but for blanks, the end of what stands before it is left out.
 */
export function lastWords(heard: string): string {
  const text = heard.trimEnd()
  const start = Math.max(0, text.length - LOOKED_AT)
  for (let at = text.indexOf(' ', start); at !== -1; at = text.indexOf(' ', at + 1)) {
    if (endsAlike(text.slice(start, at), text.slice(at + 1))) return text.slice(0, at)
  }
  return text
}

/** A promise is short, and so is the repetition of its line; to look further back would only take time. */
const LOOKED_AT = 2000

function endsAlike(whole: string, repeated: string): boolean {
  const pieces = repeated.replaceAll(/\s/g, '')
  return pieces !== '' && whole.replaceAll(/\s/g, '').endsWith(pieces)
}
