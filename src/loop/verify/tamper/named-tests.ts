import picomatch from 'picomatch'
import { shellParts, shellWords, unquote } from '../shell-words.ts'
import { readCommands } from './commands/read-commands.ts'
import { readSettings } from './commands/read-settings.ts'
import { RUNNER } from './commands/weakened-by.ts'
import { languageOf } from './languages/all.ts'
import type { SettingsText } from './settings-in.ts'

/** Whether a program is named to be run, or lies in a folder in which the test program looks for names of its own. */
export type Named = 'itself' | 'around'

/** Of many paths those that the project's own command or settings name as its tests, whatever they are called. */
export function namedTests(
  settings: readonly SettingsText[],
  paths: readonly string[],
): ReadonlyMap<string, Named> {
  const programs = paths.filter((path) => languageOf(path) !== null)
  if (programs.length === 0) return new Map()
  const namings = settings.flatMap((one) => [...inCommands(one), ...inSettings(one)])
  return new Map(
    programs.flatMap((path): [string, Named][] => {
      const found = namings.map((naming) => naming(path))
      if (found.includes('itself')) return [[path, 'itself']]
      return found.includes('around') ? [[path, 'around']] : []
    }),
  )
}

type Naming = (path: string) => Named | null

/** These run of a folder what is called a test. Others run all that is in it. */
const PICKS = /\b(?:vitest|jest|py\.?test)\b/

function inCommands(settings: SettingsText): Naming[] {
  return [...readCommands(settings)].flatMap(([name, command]) => {
    const isMain = /^(?:(?:pre|post)?test|check|verify|loop\.test)$/.test(name)
    return shellParts(command)
      .filter(({ text }) => isMain || RUNNER.test(text))
      .flatMap(({ text }) => namingsIn(text))
  })
}

function namingsIn(command: string): Naming[] {
  const inFolder = PICKS.test(command) ? 'around' : 'itself'
  return shellWords(command)
    .slice(1)
    .map(unquote)
    .filter((word) => /^(?!-)[\w./*{}[\],?!@-]+$/.test(word) && /[./*]|^\w+$/.test(word))
    .flatMap((word) => [...asPath(word, inFolder), ...asModule(word)])
}

function asPath(word: string, inFolder: Named): Naming[] {
  const plain = word.replace(/^(?:<rootDir>|\.)\//, '').replace(/\/$/, '')
  if (!/\w/.test(plain)) return []
  if (/[*?{[]/.test(plain)) return [itselfIf(picomatch(plain))]
  return [(path) => (path === plain ? 'itself' : path.startsWith(`${plain}/`) ? inFolder : null)]
}

function itselfIf(isNamed: (path: string) => boolean): Naming {
  return (path) => (isNamed(path) ? 'itself' : null)
}

/** `python -m unittest checks.totals` */
function asModule(word: string): Naming[] {
  const file = `${word.replaceAll('.', '/')}.py`
  return /^\w+(?:\.\w+)+$/.test(word) ? [itselfIf((path) => path === file)] : []
}

function inSettings(settings: SettingsText): Naming[] {
  return [...readSettings(settings).selected].flatMap(([key, items]) =>
    items.flatMap((item) => {
      if (key !== 'python_files') return asPath(item, key === 'testpaths' ? 'around' : 'itself')
      const isFile = picomatch(item)
      return [itselfIf((path) => path.endsWith('.py') && isFile(path.slice(path.lastIndexOf('/') + 1)))]
    }),
  )
}
