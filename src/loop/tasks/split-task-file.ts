/** The parts of a task’s file. Put together again they are the file, to the byte. */
export type TaskFileParts = {
  /** The line that opens the front matter, and what may stand before it: a byte order mark. */
  readonly opening: string
  /** The YAML between the two lines of dashes. */
  readonly head: string
  /** The line that closes it. */
  readonly closing: string
  readonly body: string
  /** How lines end here. */
  readonly newline: '\n' | '\r\n'
}

export function splitTaskFile(text: string): TaskFileParts | null {
  const opening = /^\ufeff?---[ \t]*\r?\n/.exec(text)?.[0]
  if (opening === undefined) return null
  const rest = text.slice(opening.length)
  const closing = /^---[ \t]*(?:\r?\n|$)/m.exec(rest)
  if (closing === null) return null
  return {
    opening,
    head: rest.slice(0, closing.index),
    closing: closing[0],
    body: rest.slice(closing.index + closing[0].length),
    newline: opening.endsWith('\r\n') ? '\r\n' : '\n',
  }
}

export function joinTaskFile({ opening, head, closing, body }: Omit<TaskFileParts, 'newline'>): string {
  return opening + head + closing + body
}
