import { git } from '#kit/git.ts'
import { committable } from '#kit/tree-hash.ts'
import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../../is-test-file.ts'
import { SET_UP } from '../comparing/new-phrases.ts'
import { python } from '../languages/python.ts'
import type { ChangedText } from '../text/changed-text.ts'
import { lineCounter } from '../text/line-counter.ts'
import { stripSource } from '../text/strip-source.ts'
import { pythonDoubles } from './doubles/python-doubles.ts'

type Looking = {
  readonly root: string
  readonly tree: string
  readonly changes: readonly ChangedText[]
  readonly loaded: ReadonlySet<string>
}

/**
 * What is loaded before Python's tests and puts something else in the place of what they test. What they speak of by name is what they
 * test: the mail that nobody shall send while they run is another matter.
 */
export async function findReplaced({ root, tree, changes, loaded }: Looking): Promise<Tampering[]> {
  const found: Tampering[] = []
  for (const { path, before, after } of changes) {
    if (!path.endsWith('.py')) continue
    const known = new Set(replacedIn(before ?? '').map(keyOf))
    const lineOf = lineCounter(after ?? '')
    for (const { at, text, ...part } of replacedFirst({ path, after: after ?? '', loaded })) {
      if (known.has(keyOf(part)) || !(await isTested({ root, tree, ...part }))) continue
      const told = `What is tested is replaced by something else: \`${text}\`.`
      found.push({ kind: 'tautology', path, line: lineOf(at), text: told })
    }
  }
  return found
}

type First = Pick<Looking, 'loaded'> & { readonly path: string; readonly after: string }

/** What lies among tests and has none does something to them where they load it, outside of everything: `tests/__init__.py`. */
function replacedFirst({ path, after, loaded }: First): Replaced[] {
  if (SET_UP.test(path) || (loaded.has(path) && !hasTests(path))) return replacedIn(after)
  if (!isTestFile(path) || hasTests(path)) return []
  return replacedIn(after).filter(({ at }) => at === 0 || after[at - 1] === '\n')
}

/** By its name: what such a one puts in the place of something is looked at with its tests. */
function hasTests(path: string): boolean {
  return python.found?.test(path) === true
}

type Replaced = {
  readonly at: number
  readonly text: string
  readonly name: string
  /** What it is a part of, by its last name. */
  readonly module: string
}

function keyOf({ name, module }: Pick<Replaced, 'name' | 'module'>): string {
  return `${module}.${name}`
}

function replacedIn(source: string): Replaced[] {
  const stripped = stripSource(source, python.tokens)
  return pythonDoubles(stripped).flatMap(({ at, text, owner, member }): Replaced[] => {
    const holder = owner.slice(owner.lastIndexOf('.') + 1)
    const module = importedAs(stripped.bare, madeOf(stripped.bare, holder))
    return module === '' ? [] : [{ at, text, name: member, module }]
  })
}

/** The class of what a file makes and then changes: `cart = Cart()`. */
function madeOf(bare: string, name: string): string {
  return new RegExp(`(?<![\\w.])${name}[ \\t]*=[ \\t]*(?:\\w+\\.)*([A-Z]\\w*)\\(`).exec(bare)?.[1] ?? name
}

/** What a file calls by a name, as others do: `import shop.cart as c`. */
function importedAs(bare: string, name: string): string {
  const own = new RegExp(`\\bimport[ \\t][^\\n]*?([\\w.]+)[ \\t]+as[ \\t]+${name}\\b`).exec(bare)?.[1]
  return (own ?? name).replace(/^.*\./, '')
}

type Asking = Pick<Looking, 'root' | 'tree'> & Pick<Replaced, 'name' | 'module'>

/** Whether it is a part of the tests' own modules, or one of the project's that tests take in by its name. */
async function isTested({ root, tree, name, module }: Asking): Promise<boolean> {
  const files = await git(root, ['ls-tree', '-r', '-z', '--full-tree', '--name-only', committable(tree)])
  if (files.kind === 'failed') return false
  const paths = files.output.split('\0').filter((path) => path.endsWith('.py'))
  const own = paths.filter((path) => stemOf(path) === module)
  if (own.some((path) => isTestFile(path) && !SET_UP.test(path))) return true
  const isOwn = own.length > 0 || (await mentions({ root, tree, shape: `class ${module}\\b`, paths }))
  const tests = paths.filter((path) => isTestFile(path) && !SET_UP.test(path))
  return isOwn && (await mentions({ root, tree, shape: `\\b${name}\\b`, paths: tests, but: DOUBLE }))
}

/** Who puts something else in its place speaks of it, and does not test it. */
const DOUBLE = 'patch|setattr|Mock'

function stemOf(path: string): string {
  const [, folder = '', name = ''] = /(?:([^/]+)\/)?([^/]+)\.py$/.exec(path) ?? []
  return name === '__init__' ? folder : name
}

type Mentioning = Pick<Looking, 'root' | 'tree'> & {
  readonly shape: string
  readonly paths: readonly string[]
  /** Lines of this shape do not count. */
  readonly but?: string
}

async function mentions({ root, tree, shape, paths, but }: Mentioning): Promise<boolean> {
  if (paths.length === 0) return false
  const others = but === undefined ? [] : ['--and', '--not', '-e', but]
  const found = await git(root, ['grep', '-l', '-E', '-e', shape, ...others, committable(tree), '--', '*.py'])
  if (found.kind === 'failed') return false
  const wanted = new Set(paths.map((path) => `${committable(tree)}:${path}`))
  return found.output.split('\n').some((path) => wanted.has(path))
}
