import { type ListTests, mayPass } from './list-tests.ts'

/** Which paths a `find` would come upon, as far as its names tell. Times, sizes and the like are not looked at. */
export type FindTests = {
  /** One of these must match, unless there are none. */
  readonly names: readonly string[]
  readonly paths: readonly string[]
  /** None of these may. */
  readonly sparedNames: readonly string[]
  readonly sparedPaths: readonly string[]
  readonly depthMax: number | null
  /** `files` finds what is no folder; `nothing` finds only what holds nothing. */
  readonly kind: 'any' | 'files' | 'nothing'
  readonly also?: ListTests
}

export const EVERYTHING: FindTests = {
  names: [],
  paths: [],
  sparedNames: [],
  sparedPaths: [],
  depthMax: null,
  kind: 'any',
}

/** The words of a `find` from its first test on. */
export function findTests(words: readonly string[]): FindTests {
  const tests = namedTests(words)
  const isOpen = words.some((word) => /^-i?regex$/.test(word)) || tests.some(({ does }) => does === 'other')
  const patterns = (on: NamedTest['on'], does: NamedTest['does']) =>
    tests.filter((test) => test.on === on && test.does === does).map(({ pattern }) => pattern)
  const after = (option: string) => (words.includes(option) ? (words[words.indexOf(option) + 1] ?? '') : '')
  const isEmpty = after('-type') === 'd' && words.includes('-empty')
  return {
    names: isOpen ? [] : patterns('name', 'finds'),
    paths: isOpen ? [] : patterns('path', 'finds'),
    sparedNames: patterns('name', 'spares'),
    sparedPaths: patterns('path', 'spares'),
    depthMax: words.includes('-maxdepth') ? Number(after('-maxdepth')) : null,
    kind: isEmpty ? 'nothing' : after('-type') === 'f' ? 'files' : 'any',
  }
}

type NamedTest = {
  readonly on: 'name' | 'path'
  readonly pattern: string
  readonly does: 'finds' | 'spares' | 'other'
}

/** The tests on names and paths, and what each is there for. */
function namedTests(words: readonly string[]): readonly NamedTest[] {
  const hasChoice = words.some(isChoice)
  return words.flatMap((word, index): NamedTest[] => {
    const on = NAMED[word]
    if (on === undefined) return []
    const isNegated = /^(!|-not)$/.test(words[index - 1] ?? '')
    // What is left out for good, and not looked at again behind another choice.
    const isPruned = words[index + 2] === '-prune' && isChoice(words[index + 3] ?? '')
    const isSpared = isPruned || (isNegated && !hasChoice)
    const does = isSpared ? 'spares' : isNegated ? 'other' : 'finds'
    return [{ on, pattern: words[index + 1] ?? '', does }]
  })
}

const NAMED: Readonly<Record<string, NamedTest['on']>> = {
  '-name': 'name',
  '-iname': 'name',
  '-lname': 'name',
  '-ilname': 'name',
  '-path': 'path',
  '-ipath': 'path',
  '-wholename': 'path',
  '-iwholename': 'path',
}

function isChoice(word: string): boolean {
  return word === '-o' || word === '-or'
}

/** A file that lies `way` below where a search began, which was spelled `start`: whether it, or a folder it is in, is found. */
export function isFound(tests: FindTests, { start, way }: { start: string; way: string }): boolean {
  const segments = way.split('/')
  const spelled = start === '/' ? '' : start.replace(/\/+$/, '')
  const steps = segments.map((name, index) => ({
    name,
    path: `${spelled}/${segments.slice(0, index + 1).join('/')}`,
    isFile: index === segments.length - 1,
  }))
  const { names, paths, sparedNames, sparedPaths, depthMax, kind, also } = tests
  if (kind === 'nothing') return false
  if (also?.skipsHidden === true && segments.some((name) => name.startsWith('.'))) return false
  const isSpared = steps.some(
    ({ name, path }) =>
      sparedNames.some((pattern) => wildMatches(pattern, name)) ||
      sparedPaths.some((pattern) => wildMatches(pattern, path)),
  )
  if (isSpared) return false
  return steps.some(({ name, path, isFile }, index) => {
    if ((kind === 'files' && !isFile) || (depthMax !== null && index >= depthMax)) return false
    if (also !== undefined && !mayPass(also.isBare ? path.slice(spelled.length + 1) : path, also.lines))
      return false
    if (names.length + paths.length === 0) return true
    return (
      names.some((pattern) => wildMatches(pattern, name)) ||
      paths.some((pattern) => wildMatches(pattern, path))
    )
  })
}

/**
 * A pattern in which `*` stands for slashes too, as `find -path` and git have them. Walked without an expression, because the
 * pattern is the agent's and must not be able to keep anybody busy.
 */
export function wildMatches(pattern: string, text: string): boolean {
  const [glob, plain] = [pattern.toLowerCase(), text.toLowerCase()]
  let [at, from] = [0, 0]
  let star = -1
  let resume = 0
  while (from < plain.length) {
    const step = glob[at] === '*' ? 0 : stepAt(glob, { at, char: plain[from] ?? '' })
    if (glob[at] === '*') {
      star = at++
      resume = from
    } else if (step > 0) {
      at += step
      from++
    } else if (star !== -1) {
      at = star + 1
      from = ++resume
    } else return false
  }
  while (glob[at] === '*') at++
  return at >= glob.length
}

/** How many characters of the pattern stand for the one that is there; 0 where they do not. */
function stepAt(glob: string, { at, char }: { at: number; char: string }): number {
  const sign = glob[at]
  if (sign === undefined) return 0
  if (sign === '?') return 1
  if (sign === '\\') return glob[at + 1] === char ? 2 : 0
  const set = sign === '[' ? /^\[([!^]?)([^\]]+)\]/.exec(glob.slice(at, at + 60)) : null
  if (set === null) return sign === char ? 1 : 0
  const inside = (set[2] ?? '').replaceAll(/(.)-(.)/g, (_, first: string, last: string) =>
    String.fromCharCode(
      ...Array.from(
        { length: Math.max(0, last.charCodeAt(0) - first.charCodeAt(0) + 1) },
        (_, index) => first.charCodeAt(0) + index,
      ),
    ),
  )
  return inside.includes(char) !== (set[1] !== '') ? set[0].length : 0
}
