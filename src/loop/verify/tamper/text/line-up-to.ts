/** What stands before a place in its line. Of a line that goes on for ever only its end, and then it is no beginning. */
export function lineUpTo(code: string, at: number): string {
  const near = code.slice(Math.max(0, at - LINE_MAX), at)
  const start = near.lastIndexOf('\n') + 1
  return start === 0 && at > LINE_MAX ? `…${near}` : near.slice(start)
}

export function lineFrom(code: string, at: number): string {
  return code.slice(at, at + LINE_MAX).split('\n', 1)[0] ?? ''
}

const LINE_MAX = 2000
