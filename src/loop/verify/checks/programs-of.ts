import { posix } from 'node:path'
import type { StepBehind } from './lines-behind.ts'

/** The files that a step runs as programs, by their paths from the root, of those that there are. Files that it only names are none. */
export function programsOf({ folder, program, words }: StepBehind, has: (path: string) => boolean): string[] {
  const at = (word: string) => posix.join(folder, word)
  const found = program.includes('/') ? [at(program)] : [...interpreted(words), ...loaded(words)].map(at)
  return found.flatMap((path) => ENDINGS.map((ending) => `${path}${ending}`).find(has) ?? [])
}

const ENDINGS = ['', '.js', '.cjs', '.mjs', '/index.js', '/__main__.py']

/** `node X`, `sh X`, `python -m X`: the first word that is no option. */
function interpreted([program = '', ...rest]: readonly string[]): string[] {
  if (!INTERPRETERS.test(program)) return []
  // What is typed there is the program.
  const place = rest.findIndex((word, at) => !(isOption(word) || VALUED.test(rest[at - 1] ?? '')))
  const options = place === -1 ? rest : rest.slice(0, place)
  if (options.some((word) => /^(?:-e|-p|-c|--eval|--print|--test)$/.test(word))) return []
  const word = rest[place]
  // `bun test` runs tests, and no file of that name.
  if (word === undefined || (word === 'test' && /^(?:bun|deno)$/.test(program))) return []
  if (rest[place - 1] === '-m') return [`${word.replaceAll('.', '/')}.py`, word.replaceAll('.', '/')]
  return /^(?:run|x)$/.test(word) && /^(?:bun|deno)$/.test(program)
    ? rest
        .slice(place + 1)
        .filter((one) => !isOption(one))
        .slice(0, 1)
    : [word]
}

/** `node -r ./first.js`, which is run before the program. */
function loaded([program = '', ...rest]: readonly string[]): string[] {
  if (!/^(?:node|tsx|ts-node|bun)$/.test(program)) return []
  return rest.flatMap((word, at) => {
    const [, joined] = /^(?:--require|--import|--loader|--preload)=(\.\S+)$/.exec(word) ?? []
    const isNext = VALUED.test(rest[at - 1] ?? '') && rest[at - 1] !== '-m' && word.startsWith('.')
    return joined !== undefined ? [joined] : isNext ? [word] : []
  })
}

function isOption(word: string): boolean {
  return word.startsWith('-') || word.startsWith('<') || word.startsWith('>')
}

const INTERPRETERS =
  /^(?:node|tsx|ts-node|bun|deno|python|ruby|perl|php|lua|Rscript|sh|bash|zsh|dash|ksh|fish|pwsh|source|\.)$/
const VALUED = /^(?:-r|--require|--import|--loader|--preload|-C|--conditions)$/
