import { posix } from 'node:path'
import { catBlobs } from '#kit/cat-blobs.ts'
import { git } from '#kit/git.ts'
import { committable } from '#kit/tree-hash.ts'
import { isTestFile } from '../../is-test-file.ts'
import { shellParts, shellWords, unquote } from '../../shell-words.ts'
import type { ChangedText } from '../text/changed-text.ts'
import { readCommands } from './read-commands.ts'

/** What there is in a tree that changed commands speak of. */
export type CommandGround = {
  /** A program that a command names; null where there is none. */
  readonly textOf: (path: string) => string | null
  readonly hasTests: (folder: string) => boolean
  /** Whether there is such a file. */
  readonly has: (path: string) => boolean
}

type Place = { readonly root: string; readonly tree: string }

export async function commandGround(
  { root, tree }: Place,
  changes: readonly ChangedText[],
): Promise<CommandGround> {
  const packages = changes.filter(
    ({ path, before, after }) =>
      /(?:^|\/)package\.json$/.test(path) && before !== null && after !== null && before !== after,
  )
  const isAsked = packages.length > 0 || changes.some(({ path }) => NAMES_FILES.test(path))
  const paths = isAsked ? await blobsIn({ root, tree }) : new Map<string, string>()
  const named = packages
    .flatMap(({ path, after }) => namedIn({ path, text: after ?? '' }))
    .flatMap((path) => ({ path, blob: paths.get(path) ?? '' }))
    .filter(({ blob }) => blob !== '')
  const blobs = await catBlobs(
    root,
    named.map(({ blob }) => blob),
  )
  const texts = new Map(named.map(({ path, blob }) => [path, blobs.get(blob)?.toString('utf8') ?? null]))
  return {
    textOf: (path) => texts.get(path) ?? null,
    hasTests: (folder) => [...paths.keys()].some((path) => path.startsWith(`${folder}/`) && isTestFile(path)),
    has: (path) => paths.has(path),
  }
}

const NAMES_FILES = /(?:^|\/)(?:\.mocharc(?:\.\w+)?|Cargo\.toml|[Mm]akefile|[Jj]ustfile)$/

/** The files of a tree, each with the name of its content. */
export async function blobsIn({ root, tree }: Place): Promise<Map<string, string>> {
  const answer = await git(root, ['ls-tree', '-r', '-z', '--full-tree', committable(tree)])
  if (answer.kind === 'failed') return new Map()
  return new Map(
    [...answer.output.matchAll(/\d+ blob (\w+)\t([^\0]+)/g)].map(([, blob = '', path = '']) => [path, blob]),
  )
}

function namedIn(settings: { readonly path: string; readonly text: string }): string[] {
  const folder = posix.dirname(settings.path)
  return [...readCommands(settings).values()]
    .flatMap(shellParts)
    .flatMap(({ text }) => shellWords(text).map(unquote))
    .flatMap((word) => word.split('=').slice(-1))
    .filter((word) => /^[\w./@-]+\.(?:[cm]?[jt]s|(?:ba|z)?sh)$/.test(word))
    .map((word) => posix.join(folder, word))
}
