import { git } from '#kit/git.ts'
import { groupBy } from '#kit/group-by.ts'
import type { TreeChange, TreePair } from '#kit/tree-changes.ts'
import { committable } from '#kit/tree-hash.ts'
import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../../is-test-file.ts'
import { javascript } from '../languages/javascript.ts'
import { python } from '../languages/python.ts'
import { settingsIn } from '../settings-in.ts'
import { stripSource } from '../text/strip-source.ts'
import { pathsOfPython } from './paths-of-python.ts'

type Looking = TreePair & { readonly changes: readonly TreeChange[] }

/** New files that take the place of others, which are still there, in what existing files import: nobody edits a test for that. */
export async function findDisplaced({ root, from, to, changes }: Looking): Promise<Tampering[]> {
  const added = changes.filter(({ kind, path }) => kind === 'added' && MODULE.test(path))
  if (added.length === 0) return []
  const [before, after] = [await pathsIn(root, from), new Set(await pathsIn(root, to))]
  const isPython = added.some(({ path }) => path.endsWith('.py'))
  const first = isPython ? pathsOfPython(await settingsIn(root, to)) : []
  const known = { root, from, to, before: groupBy(before, stemOf), all: new Set(before), after, first }
  const found: Tampering[] = []
  for (const { path } of added) {
    const displaced = path.endsWith('.py') ? await ofPython(path, known) : await ofScripts(path, known)
    if (displaced === null) continue
    const text = `What \`${displaced.importer}\` imports comes from this new file now, and \`${displaced.old}\` is still there.`
    found.push({ kind: 'tautology', path, line: null, text })
  }
  return found
}

const MODULE = /(?<!\.d)\.(?:py|[cm]?[jt]sx?)$/

async function pathsIn(root: string, tree: string): Promise<string[]> {
  const files = await git(root, ['ls-tree', '-r', '-z', '--full-tree', '--name-only', committable(tree)])
  return files.kind === 'failed' ? [] : files.output.split('\0').filter((path) => MODULE.test(path))
}

type Known = TreePair & {
  readonly before: ReadonlyMap<string, readonly string[]>
  readonly all: ReadonlySet<string>
  readonly after: ReadonlySet<string>
  /** The folders in which Python looks before all others, in order. */
  readonly first: readonly string[]
}

type Displaced = { readonly importer: string; readonly old: string }

/** The path by which a module is asked for: without its ending, and without what stands for its folder. */
function plain(path: string): string {
  return path.replace(/(?:(?:^|\/)(?:index|__init__))?\.\w+$/, '')
}

function stemOf(path: string): string {
  return plain(path).replace(/^.*\//, '')
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** The same path with another ending. */
async function ofScripts(path: string, known: Known): Promise<Displaced | null> {
  const [module, stem] = [plain(path), stemOf(path)]
  const old = (known.before.get(stem) ?? []).find(
    (one) => !one.endsWith('.py') && plain(one) === module && known.after.has(one),
  )
  if (old === undefined || (await isHandingOn(path, known)) || (await isHandingOn(old, known))) return null
  const end = `(/index)?(\\.[a-z]+)?/?['"]`
  const shape = `['"]\\.[^'"]*/${asWord(stem)}${end}|['"][./]+${end}`
  const lines = await linesSaying({ ...known, shape, where: SCRIPTS })
  const importing = lines.find(
    ({ path: importer, text }) =>
      importer !== old &&
      [...text.matchAll(RELATIVE)].some(([, address = '']) => {
        const asked = joined(importer, address)
        // Who says the ending gets what it asked for.
        return asked !== old && (asked === module || plain(asked) === module)
      }),
  )
  return importing === undefined ? null : { importer: importing.path, old }
}

/** Whether a file only says what the other one of its path has. */
async function isHandingOn(path: string, { root, to }: Known): Promise<boolean> {
  const answer = await git(root, ['cat-file', 'blob', `${committable(to)}:${path}`])
  if (answer.kind === 'failed') return false
  const { bare, code } = stripSource(answer.output, javascript.tokens)
  const addresses = [...bare.matchAll(ADDRESS)].map(([, address = '']) => address)
  return (
    addresses.length > 0 &&
    addresses.every((address) => address.startsWith('.') && plain(joined(path, address)) === plain(path)) &&
    !/=>|\b(?:function|class)\b/.test(code)
  )
}

type Saying = Known & { readonly shape: string; readonly where: readonly string[] }
type Line = { readonly path: string; readonly text: string }

/** The lines of the earlier tree that have a shape: those of tests first. */
async function linesSaying({ shape, where, root, from }: Saying): Promise<Line[]> {
  const whole = committable(from)
  const found = await git(root, ['grep', '-z', '-I', '-E', '-e', shape, whole, '--', ...where])
  if (found.kind === 'failed') return []
  const lines = [...found.output.matchAll(/^([^\0\n]*)\0(.*)$/gm)].map(([, path = '', text = '']) => ({
    path: path.slice(whole.length + 1),
    text,
  }))
  return [...lines.filter(({ path }) => isTestFile(path)), ...lines.filter(({ path }) => !isTestFile(path))]
}

function asWord(name: string): string {
  return name.replaceAll(/[^\w-]/g, '.')
}

const SCRIPTS = ['js', 'jsx', 'ts', 'tsx', 'mjs', 'cjs', 'mts', 'cts'].map((ending) => `*.${ending}`)
const ADDRESS = /\b(?:from\s*|import\s*\(?\s*|require\(\s*)['"]([^'"\n]*)['"]/g
const RELATIVE = /\b(?:from\s*|import\s*\(?\s*|require\(\s*)['"](\.[^'"\n]*)['"]/g

function joined(from: string, address: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of address.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

/** A package goes before a module of its folder, and what lies with the tests or in the root before what is elsewhere. */
async function ofPython(path: string, known: Known): Promise<Displaced | null> {
  const [name, place] = [stemOf(path), plain(path)]
  const beside = [`${place}.py`, `${place}/__init__.py`].find((one) => one !== path && known.all.has(one))
  const named = beside === undefined ? namedFirst(path, known) : undefined
  const old = beside ?? named?.old ?? elsewhere(path, known)
  if (old === undefined || !known.after.has(old)) return null
  const folder = beside === undefined && named === undefined ? folderOf(place) : ''
  const word = asWord(name)
  const said = `^ *(from +([a-zA-Z0-9_.]*[.])?${word}[ .]|import +([a-zA-Z0-9_., ]*[., ])?${word}([ .,]|$)|from .* import .*${word})`
  const whole = `^ *(from +${word}[ .]|import +([a-zA-Z0-9_., ]*, *)?${word}([ .,]|$))`
  const shape = beside === undefined && named?.isInside !== true ? whole : said
  const lines = await linesSaying({ ...known, shape, where: ['*.py'] })
  const importing = lines.find(
    ({ path: importer }) =>
      isTestFile(importer) &&
      importer.startsWith(folder === '' ? '' : `${folder}/`) &&
      !known.all.has(`${folderOf(importer)}/${name}.py`),
  )
  return importing === undefined ? null : { importer: importing.path, old }
}

/** The module that would be found, were it not for a folder that settings name before: by its whole path below that folder. */
function namedFirst(
  path: string,
  { first, all, after }: Known,
): { readonly old: string; readonly isInside: boolean } | undefined {
  const [at] = first.flatMap((one, index) => (one !== '' && path.startsWith(`${one}/`) ? [index] : []))
  if (at === undefined) return undefined
  const below = path.slice((first[at] ?? '').length + 1)
  if (isTestFile(below) || /^(?:setup|__init__)\.py$/.test(below)) return undefined
  const old = ['', 'src', 'lib', ...first.slice(at + 1)]
    .map((folder) => (folder === '' ? below : `${folder}/${below}`))
    .find((other) => other !== path && all.has(other) && after.has(other))
  return old === undefined ? undefined : { old, isInside: below.includes('/') }
}

/** A module of the same name in a folder that Python may look in, but later. */
function elsewhere(path: string, { before, all, after }: Known): string | undefined {
  const folder = folderOf(plain(path))
  const isOfTests =
    isTestFile(`${folder}/x`) || [...all].some((one) => folderOf(one) === folder && HOLDS.test(one))
  // A folder that is a package is not looked in itself.
  if ((folder !== '' && !isOfTests) || after.has(`${folder}/__init__.py`)) return undefined
  return (before.get(stemOf(path)) ?? []).find((one) => {
    const other = folderOf(plain(one))
    const isFirst = folder === '' ? other === 'src' : other !== folder
    return one.endsWith('.py') && !isTestFile(one) && isFirst && !all.has(`${other}/__init__.py`)
  })
}

const HOLDS = python.found ?? /(?!)/
