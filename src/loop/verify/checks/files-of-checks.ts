import { posix } from 'node:path'
import { catBlobs } from '#kit/cat-blobs.ts'
import { isCalledCheck } from '../is-called-check.ts'
import { resolveAddress } from '../tamper/around/loaded-files.ts'
import { kindOfStep } from '../tamper/commands/kind-of-step.ts'
import { readTests } from '../tamper/reading/read-tests.ts'
import { findProducts } from './find-products.ts'
import { linesBehind, type StepBehind } from './lines-behind.ts'
import { programsOf } from './programs-of.ts'
import type { TreeFiles } from './with-manifests.ts'

type Start = {
  readonly root: string
  readonly from: string
  readonly files: TreeFiles
  /** The manifests of the tree that the work started from. */
  readonly folder: string
  readonly manifests: ReadonlyMap<string, string>
}

/** What was there for checks when the work started. */
export type CheckFiles = {
  /** The command lines, with those of shell scripts that they run. */
  readonly commands: readonly string[]
  /** Programs of which nobody can tell what was weakened, so that they have to stay as they were. */
  readonly scripts: ReadonlySet<string>
  /** Programs of the product that are started: what they assert is part of the proof, and the rest of them may change. */
  readonly entries: ReadonlySet<string>
  /** Files with tests, and what else is named to a program that runs tests: they are read as other tests are. */
  readonly tests: readonly string[]
}

/** The files that checks run, through the scripts of packages, recipes and shell scripts. */
export async function filesOfChecks(checks: readonly string[], start: Start): Promise<CheckFiles> {
  const has = (path: string) => start.files.has(path)
  const commands = [...checks]
  const tests = new Set<string>()
  const scripts = new Set<string>()
  const entries = new Set<string>()
  const seen = new Set<string>()
  // What a shell script runs is followed as well.
  for (let at = 0; at < commands.length && at < COMMANDS_MAX; at++) {
    const { steps } = linesBehind({ root: start.folder, command: commands[at] ?? '' })
    for (const word of steps.flatMap(wordsForTests)) tests.add(word)
    const run = steps.flatMap((step) => [...programsOf(step, has), ...filesTested(step, has)])
    const own = await ownOf({ paths: run, seen, above: [] }, start)
    for (const path of run) entries.add(path)
    for (const one of own) {
      seen.add(one.path)
      ;(hasTests(one) ? tests : scripts).add(one.path)
      commands.push(...shellIn(one))
    }
  }
  const isProduct = (path: string) => !(scripts.has(path) || tests.has(path))
  return { commands, scripts, entries: new Set([...entries].filter(isProduct)), tests: [...tests] }
}

type Wanted = {
  readonly paths: readonly string[]
  readonly seen: ReadonlySet<string>
  /** What loads them, and is a check itself. */
  readonly above: readonly string[]
}

/** Of programs those that are no product, and what they load that is there to check as well. */
async function ownOf({ paths, seen, above }: Wanted, start: Start): Promise<Text[]> {
  const fresh = [...new Set(paths)].filter((path) => !seen.has(path))
  if (fresh.length === 0) return []
  const products = await findProducts(fresh, { ...start, checks: above })
  const own = await textsOf(
    fresh.filter((path) => !products.has(path)),
    start,
  )
  const beside = own.flatMap((one) => besideIt(one, start.files))
  const inner = {
    paths: beside,
    seen: new Set([...seen, ...fresh]),
    above: [...above, ...own.map(({ path }) => path)],
  }
  return [...own, ...(await ownOf(inner, start))]
}

function hasTests({ path, text }: Text): boolean {
  return (readTests({ path, text, isSetUp: false })?.tests.length ?? 0) > 0
}

const COMMANDS_MAX = 50

function wordsForTests({ folder, words }: StepBehind): string[] {
  if (kindOfStep(words) !== 'tests') return []
  return words
    .slice(1)
    .filter((word) => !word.startsWith('-') && /[./*]/.test(word))
    .map((word) => posix.join(folder, word))
}

/** node:test takes any file that is named for a test. */
function filesTested({ folder, words }: StepBehind, has: (path: string) => boolean): string[] {
  const [program, ...rest] = words
  if (program !== 'node' || !rest.includes('--test')) return []
  return rest.map((word) => posix.join(folder, word)).filter(has)
}

type Text = { readonly path: string; readonly text: string }

async function textsOf(paths: readonly string[], { root, files }: Start): Promise<Text[]> {
  const blobs = await catBlobs(
    root,
    paths.map((path) => files.get(path) ?? ''),
  )
  return paths.map((path) => ({ path, text: blobs.get(files.get(path) ?? '')?.toString('utf8') ?? '' }))
}

function shellIn({ path, text }: Text): string[] {
  if (!(/\.(?:ba|z|k|da)?sh$/.test(path) || /^#!.*\b(?:ba|z|k|da)?sh\b/.test(text))) return []
  return [text.replaceAll('\\\n', ' ').replaceAll(/^[ \t]*#.*$/gm, '')]
}

/** What a program of a check loads that is there to check as well, and what a link leads to. Whatever else it loads is what it checks. */
function besideIt({ path, text }: Text, files: TreeFiles): string[] {
  const target = posix.join(posix.dirname(path), text)
  if (!text.includes('\n') && files.has(target)) return [target]
  const paths = [...files.keys()].filter(isCalledCheck)
  return [...text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"`](\.[^'"`\n]*)['"`]/g)].flatMap(
    ([, address = '']) => resolveAddress({ from: path, address, paths }) ?? [],
  )
}
