import type { Call } from './deed.ts'
import { EVERYTHING, type FindTests } from './find-tests.ts'
import { ANY_FILE, type ListTests } from './list-tests.ts'
import { type Grep, readGrep } from './read-grep.ts'
import { readOptions } from './read-options.ts'
import { isSaid, listIn, plain, type Value } from './value.ts'

/** The files that a command lists, as far as its words tell which; null for one that lists none. */
export function listedBy(call: Call): readonly Value[] | null {
  switch (call.name) {
    case 'grep':
    case 'egrep':
    case 'fgrep':
    case 'rg':
    case 'ag':
      return greppedBy(call)
    case 'git': {
      const at = call.words.findIndex(({ text }) => text === 'ls-files' || text === 'grep')
      const rest = call.words.slice(at + 1)
      if (at === -1) return null
      return call.words[at]?.text === 'grep' ? gitGrepped(rest) : gitListed(rest)
    }
  }
  return null
}

function greppedBy(call: Call): readonly Value[] | null {
  const grep = readGrep(call)
  const { places, isListing, isRecursive } = grep
  const isFilter = places.length === 0 && call.heard.length > 0
  if (isFilter && !isListing) return call.heard.map((value) => filtered(value, grep))
  if (!isListing) return isRecursive ? [] : places.map(listIn)
  const ripgrep = call.name === 'rg' || call.name === 'ag'
  const globs = ripgrep ? ripgrepGlobs(grep) : grepGlobs(grep)
  const isHidden = !ripgrep || grep.options.has('hidden', '.', 'unrestricted', 'u')
  const isAll = !ripgrep || grep.options.has('no-ignore', 'no-ignore-vcs', 'unrestricted', 'u')
  const also: ListTests = {
    ...ANY_FILE,
    skipsHidden: !isHidden,
    knows: isAll ? 'all' : 'unignored',
    holds: grep.isInverted ? [] : grep.patterns,
    isBare: places.length === 0,
  }
  const tests: FindTests = {
    ...EVERYTHING,
    ...globs,
    depthMax: isRecursive ? null : 0,
    kind: 'files',
    also,
  }
  return (places.length === 0 ? [plain('.')] : places).map((place) =>
    isSaid(place) ? { ...place, found: tests } : narrowed(place, also),
  )
}

/** Of what was found before, the part that a text is found in. */
function narrowed(value: Value, { holds }: ListTests): Value {
  if (value.found === undefined) return value
  const before = value.found.also ?? ANY_FILE
  return { ...value, found: { ...value.found, also: { ...before, holds: [...before.holds, ...holds] } } }
}

/** What is heard of found paths comes through where their lines do. */
function filtered(value: Value, { patterns, isInverted }: Grep): Value {
  if (value.found === undefined) return value
  const before = value.found.also ?? ANY_FILE
  const tests = patterns.map((pattern) => ({ ...pattern, isSparing: isInverted }))
  return { ...value, found: { ...value.found, also: { ...before, lines: [...before.lines, ...tests] } } }
}

type Globs = Pick<FindTests, 'names' | 'paths' | 'sparedNames' | 'sparedPaths'>

function grepGlobs({ options }: Grep): Globs {
  const texts = (...names: readonly string[]) => options.valuesOf(...names).map(({ text }) => text)
  return {
    names: texts('include'),
    paths: [],
    sparedNames: texts('exclude', 'exclude-dir'),
    sparedPaths: [],
  }
}

function ripgrepGlobs({ options }: Grep): Globs {
  const texts = (...names: readonly string[]) => options.valuesOf(...names).map(({ text }) => text)
  const told = texts('g', 'glob', 'iglob')
  const types = texts('t', 'type').flatMap((type) => TYPES[type] ?? [type])
  const spared = told.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1))
  const taken = [...told.filter((glob) => !glob.startsWith('!')), ...types.map((end) => `*.${end}`)]
  const isName = (glob: string) => !glob.replace(/^\*\*\//, '').includes('/')
  const asName = (glob: string) => glob.replace(/^\*\*\//, '')
  const asPath = (glob: string) => `*/${glob.replace(/^\//, '').replaceAll(/\*+(\/\*+)*/g, '*')}`
  return {
    names: taken.filter(isName).map(asName),
    paths: taken.filter((glob) => !isName(glob)).map(asPath),
    sparedNames: spared.filter(isName).map(asName),
    sparedPaths: spared.filter((glob) => !isName(glob)).map(asPath),
  }
}

const TYPES: Readonly<Record<string, readonly string[]>> = {
  ts: ['ts', 'tsx', 'mts', 'cts'],
  typescript: ['ts', 'tsx', 'mts', 'cts'],
  js: ['js', 'jsx', 'mjs', 'cjs', 'vue'],
  python: ['py', 'pyi'],
  rust: ['rs'],
  ruby: ['rb'],
  markdown: ['md', 'markdown'],
  yaml: ['yaml', 'yml'],
  cpp: ['cpp', 'cc', 'hpp', 'h'],
}

/** A place for each path that is spelled out, and one for all patterns. */
function gitListed(rest: readonly Value[]): readonly Value[] {
  const { operands, has } = readOptions(rest, ['x', 'X', 'exclude', 'exclude-from', 'with-tree', 'format'])
  const knows = has('o', 'others') ? 'all' : 'tracked'
  return pathspecs(operands, { ...ANY_FILE, knows, isBare: true })
}

function gitGrepped(rest: readonly Value[]): readonly Value[] {
  const grep = readGrep({ name: 'git', words: rest })
  if (!grep.isListing) return []
  const holds = grep.isInverted ? [] : grep.patterns
  return pathspecs(grep.places, { ...ANY_FILE, knows: 'tracked', isBare: true, holds })
}

function pathspecs(places: readonly Value[], also: ListTests): readonly Value[] {
  const isExcluding = ({ text }: Value) => /^:(?:[!^]|\(exclude\))/.test(text)
  const isPattern = ({ text }: Value) => /[*?[]|^:/.test(text)
  const sparedPaths = places
    .filter(isExcluding)
    .map(({ text }) => `./${text.replace(/^:(?:[!^]|\(exclude\))\/?/, '').replace(/\/$/, '')}`)
  const taken = places.filter((place) => !isExcluding(place))
  const patterns = taken.filter(isPattern).map(({ text }) => text)
  const isEverything = taken.length === 0 || patterns.some((text) => text.startsWith(':'))
  const tests: FindTests = { ...EVERYTHING, sparedPaths, kind: 'files', also }
  const paths = isEverything ? [] : patterns.map((pattern) => `./${pattern}`)
  return [
    ...(isEverything || patterns.length > 0 ? [{ ...plain('.'), found: { ...tests, paths } }] : []),
    ...taken.filter((place) => !isPattern(place)).map((place) => ({ ...place, found: tests })),
  ]
}

const FD_VALUED = [
  ...['e', 'E', 't', 'd', 'c', 'j', 'S', 'x', 'X', 'extension', 'exclude', 'type', 'max-depth', 'min-depth'],
  ...['search-path', 'base-directory', 'exec', 'exec-batch'],
]

/** What is run for each of them stands behind `-x` or `-X`, and is not looked at here. */
export function fdListed(words: readonly Value[]): readonly Value[] {
  const end = words.findIndex(({ text }) => FD_RUNS.test(text))
  const { operands, has, valuesOf } = readOptions(end === -1 ? words : words.slice(0, end), FD_VALUED)
  const [pattern, ...places] = operands
  const texts = (...names: readonly string[]) => valuesOf(...names).map(({ text }) => text)
  const isGlob = has('g', 'glob')
  const name = pattern === undefined || pattern.text === '.' || has('p', 'full-path') ? null : pattern.text
  const ends = texts('e', 'extension').map((one) => `*.${one.replace(/^\./, '')}`)
  // A name that is spelled out is looked for anywhere in a name; what is an expression is not followed.
  const spelled = name !== null && /^[\w-]+$/.test(name) ? [`*${name}*`] : []
  const names = isGlob ? (name === null ? [] : [name]) : ends.length > 0 ? ends : spelled
  const depth = texts('d', 'max-depth')[0]
  const also: ListTests = {
    ...ANY_FILE,
    skipsHidden: !has('H', 'hidden', 'u', 'unrestricted'),
    knows: has('I', 'no-ignore', 'u', 'unrestricted') ? 'all' : 'unignored',
    isBare: places.length === 0,
  }
  const tests: FindTests = {
    ...EVERYTHING,
    names,
    sparedNames: texts('E', 'exclude'),
    depthMax: depth === undefined ? null : Number(depth),
    kind: texts('t', 'type').some((type) => type.startsWith('f')) ? 'files' : 'any',
    also,
  }
  const starts = [...places, ...valuesOf('search-path')]
  return (starts.length === 0 ? [plain('.')] : starts).map((start) => ({ ...start, found: tests }))
}

export const FD_RUNS = /^(?:-x|-X|--exec|--exec-batch)$/
