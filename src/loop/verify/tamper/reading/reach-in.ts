import { remember } from '#kit/remember.ts'
import { pairBrackets } from '../text/pair-brackets.ts'
import type { TestFile } from './test-file.ts'

type Reach = { readonly from: number; readonly to: number }

/** What a place concerns that is in no test, by where it stands: all of its group, or all of the file. */
export function reachIn(file: TestFile): (at: number) => Reach {
  const { code } = file.source
  if (file.language.depth === 'indent') return (at) => classAround(code, at)
  const brackets = remember((_: 'once') => pairBrackets(code))
  return (at) => {
    const open = brackets('once').around(at)
    const to = open === -1 ? -1 : brackets('once').partner(open)
    return to === -1 ? { from: 0, to: code.length } : { from: open, to }
  }
}

/** The class that a place is set in under; the whole text where it is in none. */
function classAround(code: string, at: number): Reach {
  const from =
    code.startsWith('class ') && code.lastIndexOf('\nclass ', at) === -1
      ? 0
      : code.lastIndexOf('\nclass ', at)
  const end = from === -1 ? -1 : code.slice(from + 1).search(/\n(?=[^\s)\]}])/)
  const to = end === -1 ? code.length : from + 1 + end
  return from === -1 || at > to ? { from: 0, to: code.length } : { from, to }
}
