import type { Tampering } from '#words/evidence.ts'
import type { TestCase } from '../reading/test-file.ts'
import { groupBy } from '../text/group-by.ts'
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
  const place = commentedAt(now, leaf)
  return place === null
    ? { kind: 'test-removed', path, line: null, text: `The test “${leaf}” is gone, and nowhere else.` }
    : { kind: 'test-removed', path, line: place, text: `${ranBefore(leaf)} ${WAY_OUT}` }
}

function ranBefore(leaf: string): string {
  return `The test “${leaf}” ran before and does not now, though its name still stands here.`
}

/** Nobody but a person can tell whether rows of a table say all that a test said. */
const WAY_OUT =
  'If its checks live on in another test, a person says so: `keel task edit TASK --changes-tests`.'

/** Where the name still stands: in a comment, or as something that nobody runs. */
function commentedAt({ text, lineOf }: Text, leaf: string): number | null {
  if (leaf.length < 4) return null
  const at = text.indexOf(leaf)
  return at === -1 ? null : lineOf(at)
}
