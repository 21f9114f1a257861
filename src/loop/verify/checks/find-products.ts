import { posix } from 'node:path'
import { escapePattern } from '#kit/escape-pattern.ts'
import { git } from '#kit/git.ts'
import { committable } from '#kit/tree-hash.ts'
import { liesWithProduct } from '../lies-with-product.ts'
import { resolveAddress } from '../tamper/around/loaded-files.ts'
import { linesBehind } from './lines-behind.ts'
import { programsOf } from './programs-of.ts'

type Products = {
  readonly root: string
  /** The tree that the work started from, and a folder with its manifests. */
  readonly from: string
  readonly folder: string
  /** The package.json of that tree, by their paths. */
  readonly manifests: ReadonlyMap<string, string>
  /** What is known to be there to check: that it loads something says nothing about it. */
  readonly checks: readonly string[]
}

/**
 * Of programs that a check runs, those that are not its own: what is tested may be run to test it (`node src/app.js`), and then work
 * changes it. All of it is read as it was when the work started, so that nobody can make a product of a check.
 */
export async function findProducts(paths: readonly string[], products: Products): Promise<Set<string>> {
  const own = paths.filter((path) => !(liesWithProduct(path) || isShown(path, products)))
  const found = new Set(paths.filter((path) => !own.includes(path)))
  for (const path of own)
    if (await isImported(path, { ...products, checks: [...products.checks, ...own] })) found.add(path)
  return found
}

/** A package says of it that others may have it, or starts it for people. */
function isShown(path: string, { manifests, folder }: Products): boolean {
  return [...manifests].some(([manifest, text]) => {
    const { scripts, ...settings } = parsed(text)
    const base = posix.dirname(manifest)
    const isNamed = ['main', 'module', 'browser', 'bin', 'exports', 'types']
      .flatMap((key) => wordsIn(settings[key]))
      .some(
        (word) =>
          resolveAddress({ from: posix.join(base, 'package.json'), address: word, paths: [path] }) !== null,
      )
    return isNamed || startedBy(scripts, { folder: posix.join(folder, base), base }).includes(path)
  })
}

function startedBy(scripts: unknown, { folder, base }: { folder: string; base: string }): string[] {
  const lines = typeof scripts === 'object' && scripts !== null ? Object.entries(scripts) : []
  return lines
    .filter(([name, line]) => STARTS.test(name) && typeof line === 'string')
    .flatMap(([, line]) => linesBehind({ root: folder, command: String(line) }).steps)
    .flatMap((step) => programsOf(step, () => true))
    .map((path) => posix.join(base, path))
}

const STARTS = /^(?:start|dev|develop|serve|preview|watch|build|prepare|bundle|debug)(?::|$)/

function parsed(text: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(text) }
  } catch {
    return {}
  }
}

function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsIn) : []
}

/** Something loads it that is no part of the same check. */
async function isImported(path: string, { root, from, checks }: Products): Promise<boolean> {
  const stem = posix.basename(path).replace(/\.\w+$/, '')
  const words = ['grep', '-z', '-I', '-F', '-e', stem === 'index' ? posix.dirname(path) : stem]
  const answer = await git(root, [...words, '--full-name', committable(from), '--', ':/'])
  if (answer.kind === 'failed') return false
  return answer.output.split('\n').some((line) => {
    const [, file = '', text = ''] = /^[^:]*:([^\0]*)\0(.*)$/.exec(line) ?? []
    return file !== path && !checks.includes(file) && doesImport({ file, text, path, stem })
  })
}

type Importing = {
  readonly file: string
  readonly text: string
  readonly path: string
  readonly stem: string
}

function doesImport({ file, text, path, stem }: Importing): boolean {
  if (/\.[cm]?[jt]sx?$|\.(?:vue|svelte)$/.test(file))
    return [...text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"`](\.[^'"`]*)['"`]/g)].some(
      ([, address = '']) => resolveAddress({ from: file, address, paths: [path] }) !== null,
    )
  const isPython = /\.py$/.test(file) && /\.py$/.test(path)
  return isPython && new RegExp(`^\\s*(?:from|import)\\s[\\w., ]*\\b${escapePattern(stem)}\\b`).test(text)
}
