import type { Tampering } from '#words/evidence.ts'
import type { TestFile } from '../reading/test-file.ts'
import type { Sides } from './match-tests.ts'
import { newPhrases, type Phrase } from './new-phrases.ts'

export function findExits({ before, after }: Sides): Tampering[] {
  return [
    ...newExits({ before, after }).map(
      ({ path, line, text }): Tampering => ({
        kind: 'early-exit',
        path,
        line,
        text: `This ends the tests as if all were well: \`${text}\`.`,
      }),
    ),
    ...after.flatMap((file) => findIdleMain(file, before)),
  ]
}

/** The ways out that were not there before. */
export function newExits({ before, after }: Sides): Phrase[] {
  return newPhrases({ before, after, shape: ({ language }) => [language.exits] }).filter(
    (phrase) =>
      !isHarmless(
        after.find(({ path }) => path === phrase.path),
        phrase,
      ),
  )
}

/** Go's own way out: a main function for the tests that runs none. */
function findIdleMain({ path, source, hooks, lineOf }: TestFile, before: readonly TestFile[]): Tampering[] {
  if (!path.endsWith('_test.go')) return []
  return hooks.flatMap(({ at, to }): Tampering[] => {
    const text = source.code.slice(at, to)
    if (!text.includes('TestMain') || /\.Run\(/.test(text) || handsOn(text)) return []
    const old = before.find((file) => file.path === path)
    if (old?.source.code.includes(text) === true) return []
    return [{ kind: 'early-exit', path, line: lineOf(at), text: 'TestMain runs none of the tests.' }]
  })
}

/** Whether another function is given what runs the tests. */
function handsOn(text: string): boolean {
  const name = /\bTestMain\s*\(\s*(\w+)/.exec(text)?.[1]
  return name !== undefined && new RegExp(`\\w\\(\\s*(?:[^()\\n]*,\\s*)?${name}\\s*[,)]`).test(text)
}

/** A program that tests start, the last line of a script, and a file that is run by itself may end well. */
function isHarmless(file: TestFile | undefined, { path, at }: Phrase): boolean {
  if (file === undefined || (PROGRAMS.test(path) && !file.isSetUp)) return true
  const { bare, code } = file.source
  const line = bare.slice(bare.lastIndexOf('\n', at - 1) + 1, at)
  const near = bare.slice(Math.max(0, at - 300), at)
  if (/__name__\s*==\s*['"]__main__['"][^\n]*\n(?:[ \t]+[^\n]*\n|\s*\n)*[ \t]*$/.test(near)) return true
  // Whoever is told to end may say that all was well.
  if (/(?:\bprocess\.(?:on|once)\s*\(\s*['"]SIG\w+['"]|\bsignal\.signal\s*\(|\btrap\b)[^;]*$/.test(near))
    return true
  // After a fork it is the child that ends.
  if (/\bfork\s*\(|\bpid\s*==\s*0|\bfork\b/.test(near)) return true
  if (!/\.(?:sh|bash|zsh|bats)$/.test(path)) return false
  return code.slice(at).split('\n').slice(1).join('').trim() === '' || /&&|\|\||\bif\b/.test(line)
}

const PROGRAMS =
  /(?:^|\/)(?:fixtures?|testdata|test-data|__fixtures__|mocks?|__mocks__|data|samples?|examples?|apps?|bin|scripts|stubs?|workers?|child\w*)\/|(?:^|\/)[^/]*(?:fixture|child|worker|subprocess|stub)[^/]*$/i
