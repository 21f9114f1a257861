import { escapePattern } from '#kit/escape-pattern.ts'
import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../../is-test-file.ts'
import type { Matched, Sides } from '../comparing/match-tests.ts'
import type { TestCase, TestFile } from '../reading/test-file.ts'

type Looking = Sides & { readonly matched: Matched }

/** What a test asserted on, and now makes itself: `const add = (a, b) => a + b` in the test of `add`. */
export function findMadeInside({ before, after, matched }: Looking): Tampering[] {
  const formerAt = new Map(before.map((file) => [file.path, file]))
  return after.flatMap((file) => {
    const shape = SHAPES.find(({ paths }) => paths.test(file.path))?.shape
    if (shape === undefined) return []
    const { path, source, lineOf } = file
    return matched.pairs
      .filter((pair) => pair.after.path === path)
      .flatMap((pair) => {
        const { from, to } = pair.after
        return [...source.code.slice(from, to).matchAll(shape)].flatMap(
          ({ index, groups = {} }): Tampering[] => {
            const name = Object.values(groups).find((one) => one !== undefined) ?? ''
            const former = formerAt.get(pair.before.path)
            if (former === undefined || isOwn({ name, former, test: pair.before })) return []
            if (![pair.before, pair.after].every((test) => assertsOn(name, test))) return []
            const text = `What “${pair.after.leaf}” asserts on is made in it now: \`${name}\`.`
            return [{ kind: 'tautology', path, line: lineOf(from + index), text }]
          },
        )
      })
  })
}

/** In any way that a test can make a function of a name. */
const SHAPES = [
  {
    paths: /\.(?:[cm]?[jt]sx?|vue|svelte)$/,
    shape:
      /\bfunction\s*\*?\s*(?<named>[\w$]+)\s*\(|(?<![\w$.])(?<made>[\w$]+)\s*(?::[^=;\n]*)?=\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*(?::[^=;\n]*)?=>|[\w$]+\s*=>|(?:vi|jest|mock|sinon)\.(?:fn|stub)\s*\()/g,
  },
  {
    paths: /\.py$/,
    shape:
      /\bdef\s+(?<named>\w+)\s*\(|(?<![\w.])(?<made>\w+)\s*=\s*(?:lambda\b|(?:mock\.)?(?:Magic|Async)?Mock\()/g,
  },
  { paths: /\.go$/, shape: /(?<![\w.])(?<made>\w+)\s*:?=\s*func\s*\(/g },
  { paths: /\.rs$/, shape: /\bfn\s+(?<named>\w+)\s*[<(]|\blet\s+(?<made>\w+)\s*=\s*(?:move\s*)?\|/g },
]

type Former = { readonly name: string; readonly former: TestFile; readonly test: TestCase }

/** Whether it was made beside the tests before, was given to the test, or came from what is made for tests. */
function isOwn({ name, former: { source }, test }: Former): boolean {
  const word = escapePattern(name)
  const made = new RegExp(
    `\\b(?:function|def|func|fn|class)\\s*\\*?\\s*${word}\\b|(?<![\\w$.])${word}\\s*(?::[^=;\\n]*)?:?=(?!=)`,
  )
  if (made.test(source.code)) return true
  const head = /^[^\n]*/.exec(test.text)?.[0] ?? ''
  if (new RegExp(`[(,{]\\s*${word}\\s*[,:)}]`).test(head)) return true
  const from = new RegExp(
    `\\b${word}\\b[^\\n;]*\\b(?:from|require\\()\\s*['"]([^'"\\n]+)['"]|\\bfrom\\s+([\\w.]+)\\s+import\\b[^\\n]*\\b${word}\\b`,
  )
  const [, script, module] = from.exec(source.bare) ?? []
  const address = script ?? module?.replaceAll('.', '/')
  return address !== undefined && isTestFile(address.replace(/^(?:\.{1,2}\/)+/, ''))
}

function assertsOn(name: string, { assertions }: TestCase): boolean {
  const call = new RegExp(`(?<![\\w$.])${escapePattern(name)}\\s*\\(`)
  return assertions.some(({ core, guard, condition }) =>
    call.test(`${core}\n${guard ?? ''}\n${condition ?? ''}`),
  )
}
