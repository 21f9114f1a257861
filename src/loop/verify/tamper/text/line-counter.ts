import { lastUpTo } from './last-up-to.ts'

/** Which line, from 1, a place is on. */
export function lineCounter(text: string): (at: number) => number {
  const ends: number[] = []
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) ends.push(end)
  return (at) => lastUpTo(ends, at - 1) + 2
}
