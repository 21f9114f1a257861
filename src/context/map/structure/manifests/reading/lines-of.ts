/** Lines without their ends. No manifest has anything to say that far to the right, and no expression is let loose there. */
export function linesOf(text: string): string[] {
  return text.split(/\r?\n/).map((line) => (line.length > LENGTH_MAX ? line.slice(0, LENGTH_MAX) : line))
}

/** Lines with those joined that end in a backslash. */
export function joinedLinesOf(text: string): string[] {
  const joined: string[] = []
  let open: string[] = []
  for (const line of linesOf(text)) {
    if (line.endsWith('\\') && open.length < JOINED_MAX) {
      open.push(line.slice(0, -1).trim())
      continue
    }
    joined.push(open.length === 0 ? line : [...open, line.trim()].join(' ').slice(0, LENGTH_MAX))
    open = []
  }
  return open.length === 0 ? joined : [...joined, open.join(' ').slice(0, LENGTH_MAX)]
}

const LENGTH_MAX = 500
const JOINED_MAX = 20
