import { join } from 'node:path'
import { readIfReadable } from '#kit/files.ts'
import { git } from '#kit/git.ts'
import { sha256 } from '#kit/sha256.ts'
import type { Tampering } from '#words/evidence.ts'
import { SET_UP } from '../comparing/new-phrases.ts'
import { decidesAboutTests } from '../decides-about-tests.ts'
import { screenNew } from '../find-tampering.ts'
import type { ChangedText } from '../text/changed-text.ts'
import { isCompiling } from './find-transformed.ts'
import { loadedFiles } from './loaded-files.ts'

type Looking = {
  readonly root: string
  readonly tree: string
  /** Those that were there before the work began, as `ignoredSetUp` had them. */
  readonly known: readonly string[]
}

/** What such files do to tests, where they were not there before the work began, or were others: what git ignores is run, too. */
export async function findIgnored({ root, tree, known }: Looking): Promise<Tampering[]> {
  const texts = (await readIgnored(root)).filter((one) => !known.includes(markOf(one)))
  const found = texts.length === 0 ? [] : await screenNew({ root, tree, texts })
  return found.map((one) => ({ ...one, text: `Git ignores this file, and it is run. ${one.text}` }))
}

/** Files that git ignores and that test programs load all the same, as `hash path` for each: no tree tells one from another. */
export async function ignoredSetUp(root: string): Promise<string[]> {
  return (await readIgnored(root)).map(markOf)
}

type Ignored = ChangedText & { readonly after: string }

function markOf({ path, after }: Ignored): string {
  return `${sha256(after).slice(0, 12)} ${path}`
}

async function readIgnored(root: string): Promise<Ignored[]> {
  const ignored = await listed(root, ['--others', '--ignored', '--exclude-standard', '--directory'])
  // A folder that is ignored as a whole has none of the project's tests.
  const files = ignored.filter((path) => /\.(?:py|[cm]?[jt]sx?)$/.test(path) || isSetUp(path))
  if (files.length === 0) return []
  const seen = await listed(root, ['--cached', '--others', '--exclude-standard', '--deduplicate'])
  const loading = [...seen, ...files].filter(isSetUp).flatMap((path) => readText(root, path))
  const loaded = loadedFiles(loading, files)
  return files.filter((path) => isSetUp(path) || loaded.has(path)).flatMap((path) => readText(root, path))
}

/** What is loaded by its name alone. */
function isSetUp(path: string): boolean {
  return SET_UP.test(path) || decidesAboutTests(path) || isCompiling(path)
}

async function listed(root: string, words: readonly string[]): Promise<string[]> {
  const answer = await git(root, ['ls-files', '-z', ...words])
  const paths = answer.kind === 'ok' ? answer.output.split('\0') : []
  return paths.filter((path) => path !== '' && !path.endsWith('/'))
}

function readText(root: string, path: string): Ignored[] {
  const bytes = readIfReadable(join(root, path))
  if (bytes === null || bytes.length > BYTES_MAX) return []
  return [{ path, before: null, after: bytes.toString('utf8').replaceAll('\r\n', '\n') }]
}

/** Nobody writes settings that long. */
const BYTES_MAX = 1_000_000
