import { groupBy } from '#kit/group-by.ts'
import type { Tampering } from '#words/evidence.ts'
import type { TestCase } from '../reading/test-file.ts'
import { lineCounter } from '../text/line-counter.ts'

export type Losing = {
  readonly lost: readonly TestCase[]
  /** How many tests a file had. */
  readonly countIn: (path: string) => number
  /** The texts as they are now. */
  readonly textOf: (path: string) => string | null
}

/** Tests that are gone: one finding for a file that is gone with them, else one for each. */
export function findLost({ lost, countIn, textOf }: Losing): Tampering[] {
  return [...groupBy(lost, ({ path }) => path)].flatMap(([path, tests]): Tampering[] => {
    const text = textOf(path)
    if (text !== null) {
      const lineOf = lineCounter(text)
      return tests.map((test) => removedFrom({ text, lineOf }, test))
    }
    const [all, gone] = [countIn(path), tests.length]
    const names = tests.slice(0, 3).map(({ leaf }) => `“${leaf}”`)
    const more = gone > names.length ? ` and ${gone - names.length} more` : ''
    const which =
      gone === all ? (all === 1 ? 'its test is' : 'its tests are') : `${gone} of its ${all} tests are`
    return [
      {
        kind: 'test-deleted',
        path,
        line: null,
        text: `The file is gone, and ${which} nowhere else: ${names.join(', ')}${more}.`,
      },
    ]
  })
}

type Text = { readonly text: string; readonly lineOf: (at: number) => number }

function removedFrom(now: Text, { path, leaf }: TestCase): Tampering {
  const line = standsAt(now, leaf)
  const what =
    line === null
      ? `The test “${leaf}” is gone, and nowhere else.`
      : `The test “${leaf}” ran before and does not now, though its name still stands here.`
  return { kind: 'test-removed', path, line, text: `${what} ${WAY_OUT}` }
}

/** Nobody but a person can tell whether rows of a table say all that a test said. */
const WAY_OUT = 'If its checks live on in another test, a person says so in the task: `changes_tests: true`.'

/** Where the name still stands: in a comment, or as something that nobody runs. That it is imported says nothing. */
function standsAt({ text, lineOf }: Text, leaf: string): number | null {
  if (leaf.length < 4) return null
  for (let at = text.indexOf(leaf); at !== -1; at = text.indexOf(leaf, at + leaf.length)) {
    const start = text.lastIndexOf('\n', at) + 1
    if (!IMPORT.test(text.slice(start, at))) return lineOf(at)
  }
  return null
}

const IMPORT = /^\s*(?:import|from|use|using|#include|(?:const|let|var)\b.*\brequire\b)\b/
