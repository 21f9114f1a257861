import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { askGit } from './ask-git.ts'
import { nameContents } from './name-content.ts'
import { walkFolder } from './walk-folder.ts'

/** A file of the repository, by what is in it. */
export type TreeFile = {
  /** From the root, with slashes. */
  readonly path: string
  /** As git would name the content. Equal names, equal content. */
  readonly blob: string
}

export type Tree = {
  /** In the order of their paths. */
  readonly files: readonly TreeFile[]
  /** Who said what there is. */
  readonly source: 'git' | 'folder'
}

/**
 * Every file that is tracked, or new and not ignored, with the name of its content. Git knows the names of what was not
 * changed, so that only the rest is read. Repositories inside are asked in their turn; what a sparse checkout leaves out is
 * not there. Without git the folder is walked, by the same rules of what to ignore.
 */
export async function listTree(root: string): Promise<Tree> {
  const listed = await listByGit(root)
  const files = listed ?? (await nameContents(root, await walkFolder(root)))
  return { files: files.sort(byPath), source: listed === null ? 'folder' : 'git' }
}

function byPath(one: TreeFile, other: TreeFile): number {
  return one.path < other.path ? -1 : one.path > other.path ? 1 : 0
}

async function listByGit(root: string): Promise<TreeFile[] | null> {
  const answer = await askGit(root)
  if (answer === null) return null
  const { listed, changed, prefix } = answer
  const entries = indexEntries(listed)
  const known = new Map(entries.filter(isKnown).map(({ path, blob }) => [path, blob]))
  // `git status` speaks of paths from the top, wherever it is asked.
  const news = changedPaths(changed).map((path) => path.slice(prefix.length))
  for (const path of news) known.delete(path)
  const doubtful = [...entries.filter(isLookedAt).map(({ path }) => path), ...news]
  const read = await nameContents(
    root,
    [...new Set(doubtful)].filter((path) => !path.endsWith('/')),
  )
  const inside = [
    ...entries.filter(({ mode }) => mode === LINK_TO_COMMIT).map(({ path }) => path),
    ...news.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)),
  ]
  const theirs = await Promise.all(inside.map((path) => listInside(root, path)))
  return [...[...known].map(([path, blob]) => ({ path, blob })), ...read, ...theirs.flat()]
}

const LINK_TO_COMMIT = '160000'

type IndexEntry = {
  readonly tag: string
  readonly mode: string
  readonly blob: string
  readonly path: string
}

/** Each is `tag mode blob stage`, a tab and the path. */
function indexEntries(listing: string): IndexEntry[] {
  return listing.split('\0').flatMap((line) => {
    const tab = line.indexOf('\t')
    if (tab === -1) return []
    const [tag = '', mode = '', blob = ''] = line.slice(0, tab).split(' ')
    return [{ tag, mode, blob, path: line.slice(tab + 1) }]
  })
}

/** Whether git looks at it, and it is a file. */
function isKnown({ tag, mode }: IndexEntry): boolean {
  return tag === 'H' && mode.startsWith('100')
}

/**
 * Those that git was told not to look at are looked at here, and links, whose content is elsewhere. What a sparse checkout
 * left out will not be found.
 */
function isLookedAt({ tag, mode }: IndexEntry): boolean {
  return mode === LINK || (tag !== 'H' && mode.startsWith('100'))
}

const LINK = '120000'

/** Each is two letters, a blank and the path. */
function changedPaths(listing: string): string[] {
  return listing.split('\0').flatMap((line) => (line.length > 3 ? [line.slice(3)] : []))
}

/** A submodule that was never fetched is an empty folder. */
async function listInside(root: string, path: string): Promise<TreeFile[]> {
  if (!existsSync(join(root, path, '.git'))) return []
  const files = (await listByGit(join(root, path))) ?? []
  return files.map((file) => ({ ...file, path: `${path}/${file.path}` }))
}
