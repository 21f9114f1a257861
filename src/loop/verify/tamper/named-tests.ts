import picomatch from 'picomatch'
import { shellParts, shellWords, unquote } from '../shell-words.ts'
import { readCommands } from './commands/read-commands.ts'
import { readSettings } from './commands/read-settings.ts'
import { RUNNER } from './commands/weakened-by.ts'
import { languageOf } from './languages/all.ts'
import type { SettingsText } from './settings-in.ts'

/** Of many paths those that the project's own command or settings name as its tests, whatever they are called. */
export function namedTests(settings: readonly SettingsText[], paths: readonly string[]): Set<string> {
  const programs = paths.filter((path) => languageOf(path) !== null)
  if (programs.length === 0) return new Set()
  const isNamed = settings.flatMap((one) => [...inCommands(one), ...inSettings(one)])
  return new Set(programs.filter((path) => isNamed.some((test) => test(path))))
}

type Naming = (path: string) => boolean

function inCommands(settings: SettingsText): Naming[] {
  return [...readCommands(settings)].flatMap(([name, command]) => {
    const isMain = /^(?:(?:pre|post)?test|check|verify|loop\.test)$/.test(name)
    return shellParts(command)
      .filter(({ text }) => isMain || RUNNER.test(text))
      .flatMap(({ text }) => shellWords(text).slice(1).map(unquote))
      .filter((word) => /^(?!-)[\w./*{}[\],?!@-]+$/.test(word) && /[./*]|^\w+$/.test(word))
      .flatMap((word) => [...asPath(word), ...asModule(word)])
  })
}

function asPath(word: string): Naming[] {
  const plain = word.replace(/^(?:<rootDir>|\.)\//, '').replace(/\/$/, '')
  if (!/\w/.test(plain)) return []
  if (/[*?{[]/.test(plain)) return [picomatch(plain)]
  return [(path) => path === plain || path.startsWith(`${plain}/`)]
}

/** `python -m unittest checks.totals` */
function asModule(word: string): Naming[] {
  const file = `${word.replaceAll('.', '/')}.py`
  return /^\w+(?:\.\w+)+$/.test(word) ? [(path) => path === file] : []
}

function inSettings(settings: SettingsText): Naming[] {
  return [...readSettings(settings).selected].flatMap(([key, items]) =>
    items.flatMap((item) => {
      if (key !== 'python_files') return asPath(item)
      const isFile = picomatch(item)
      return [(path: string) => path.endsWith('.py') && isFile(path.slice(path.lastIndexOf('/') + 1))]
    }),
  )
}
