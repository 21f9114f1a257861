/** A line of a list with a box to tick. */
export type BoxLine = {
  /** What stands before the bullet. */
  readonly space: string
  /** What stands in the box; a space where nothing does. */
  readonly mark: string
  readonly words: string
}

/**
 * Null for a line that is none. People write the box in more ways than Markdown knows: with nothing in it or too much room, right
 * behind the bullet, right before the words. Some tick with a sign of their own for what is begun or given up. A link is no box.
 */
export function readBoxLine(line: string): BoxLine | null {
  const [, space = '', inside = '', words = ''] = BOX.exec(line) ?? []
  return words === '' ? null : { space, mark: inside.trim() === '' ? ' ' : inside.trim(), words }
}

const BOX = /^(\s*)(?:[-*+]|\d+[.)])\s*\[(\s*|\s*[xX]\s*|[^\w\s[\]()])\](?![([:])\s*(\S.*)$/

/** What looks like a box and is not taken for one: whoever imports it should know that it is missing. */
export function isNearlyBox(line: string): boolean {
  return readBoxLine(line) === null && NEARLY.test(line)
}

/** Quoted, without a bullet or with another, with a small letter in it (`[P]` means something), with nothing behind it, round, or drawn. */
const NEARLY = /^\s*(?:>\s*)*(?:[-*+•·‣–—]|\d+[.)])?\s*(?:\[\s*[a-z]?\s*\](?![([:])|\( \)|\([xX]\)|[☐☑☒])/u

export const NEARLY_BOX =
  'looks like a box to tick and is not taken for one. keel knows `- [ ] …` and `- [x] …`.'
