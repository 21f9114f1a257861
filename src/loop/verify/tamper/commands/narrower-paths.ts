import { unwrap } from '../../commands-behind.ts'
import { shellParts, shellWords, unquote } from '../../shell-words.ts'

/** Where all tests were run, or all of a folder, and now some that are named: no path is every path. */
export function narrowerPaths(old: string, now: string): string | null {
  for (const [program, paths] of pathsByProgram(now)) {
    const before = pathsByProgram(old).get(program)
    if (before === undefined || paths.size === 0) continue
    const isNarrow =
      before.size === 0
        ? [...paths].every((path) => isSome(path, program))
        : (paths.size === 1 || [...paths].every((path) => /\.\w+$/.test(path))) &&
          [...paths].every((path) => !before.has(path) && [...before].some((one) => isInside(path, one)))
    if (isNarrow) return `only \`${[...paths].join(' ')}\` is tested`
  }
  return null
}

/** The programs that run whatever tests they find where no path is given. */
const FINDERS =
  /^(?:node --test|vitest|jest|ava|_?mocha|pytest|py\.test|python -m pytest|rspec|phpunit|pest)$/

/** What each program that finds tests by itself is pointed at; nothing where it is to take all. */
export function pathsByProgram(command: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const emptied = new Set<string>()
  for (const { text } of shellParts(command)) {
    const words = unwrap(shellWords(text).map(unquote))
    const [program, rest] = programOf(words)
    if (!FINDERS.test(program)) continue
    const paths = pathsIn(rest)
    // One that takes all takes what the others name, too.
    if (paths.length === 0) emptied.add(program)
    found.set(program, new Set([...(found.get(program) ?? []), ...paths]))
  }
  for (const program of emptied) found.set(program, new Set())
  return found
}

function programOf(words: readonly string[]): [string, readonly string[]] {
  const [first = '', second, third] = words
  if (first === 'node' && second === '--test') return ['node --test', words.slice(2)]
  if (first === 'python' && second === '-m' && third === 'pytest') return ['pytest', words.slice(3)]
  if (first === 'vitest') return [first, words.slice(/^(?:run|watch|dev)$/.test(second ?? '') ? 2 : 1)]
  return [first, words.slice(1)]
}

/** Words that are neither options nor, as far as one can see, their values. */
function pathsIn(words: readonly string[]): string[] {
  return words
    .filter((word, place) => {
      const former = words[place - 1] ?? ''
      const isValue = /^--?[a-z]/i.test(former) && !former.includes('=') && !ALONE.test(former)
      return /^[\w.@*{]/.test(word) && !isValue && !/[$=<>|]/.test(word)
    })
    .map((word) => word.replace(/^\.\//, '').replace(/\/$/, ''))
}

const ALONE =
  /^--?(?:coverage|run|ci|silent|verbose|v+|q+|s|x|b|i|u|w|watch\w*|watch-all|runInBand|pass\w*|no-\S+|colors?|update\w*|recursive|exit|parallel|bail|check-leaks|experimental-\S+|full-trace|serial|S|tap|typecheck|ui|enable-source-maps|trace-\S+|expose-gc|test-only|ra\w*|lf|ff|sw|forbid-\S+|detectOpenHandles|forceExit|logHeapUsage)$/

/** Whether it names less than a project's tests are as a whole. */
function isSome(path: string, program: string): boolean {
  if (/[*{]/.test(path)) return false
  if (/\.\w+$/.test(path)) return true
  return /^(?:vitest|jest)$/.test(program) && !/^(?:\.|tests?|spec|src|lib|__tests__|packages)$/.test(path)
}

function isInside(path: string, folder: string): boolean {
  const base = folder.replace(/\/?(?:[^/]*[*{].*)$/, '')
  const isFolder = base !== folder || !/\.\w+$/.test(folder)
  if (!isFolder || /[*{]/.test(path)) return false
  return base === '' || base === '.' ? folder !== path : path.startsWith(`${base}/`)
}
