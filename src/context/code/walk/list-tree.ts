import { existsSync, readlinkSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { confine } from '#kit/confine.ts'
import { realPath } from '#kit/real-path.ts'
import { askIndex, askStatus, type GitStatus, indexChecksum } from './ask-status.ts'
import { changedPaths, markOf } from './mark-tree.ts'
import { nameContents } from './name-content.ts'
import type { TreeFile } from './tree-file.ts'
import { walkFolder } from './walk-folder.ts'

export type Tree = {
  /** In the order of their paths. */
  readonly files: readonly TreeFile[]
  /** Who said what there is. */
  readonly source: 'git' | 'folder'
  /** See `markTree`. Null where the tree may change without git saying so. */
  readonly mark: string | null
  /** The commit that is checked out, if there is any. */
  readonly head: string | null
  /** What was changed later may be another content than is listed. */
  readonly listedAt: number
}

/**
 * Every file that is tracked, or new and not ignored, with the name of its content. Git knows the names of what was not
 * changed, so that only the rest is read. Repositories inside are asked in their turn; what a sparse checkout leaves out is
 * not there. Without git the folder is walked, by the same rules of what to ignore.
 */
export async function listTree(root: string, status = askStatus(root)): Promise<Tree> {
  const startedAt = performance.timeOrigin + performance.now()
  const { askedAt = startedAt, head = null } = (await status) ?? {}
  const listed = await listByGit(root, await status)
  const { files, mark } = listed ?? { files: await nameContents(root, await walkFolder(root)), mark: null }
  return {
    files: files.sort(byPath),
    source: listed === null ? 'folder' : 'git',
    mark,
    head,
    listedAt: askedAt,
  }
}

type Listed = { readonly files: TreeFile[]; readonly mark: string | null }

function byPath(one: TreeFile, other: TreeFile): number {
  return one.path < other.path ? -1 : one.path > other.path ? 1 : 0
}

async function listByGit(root: string, status: GitStatus | null): Promise<Listed | null> {
  const index = status === null ? null : await askIndex(root)
  if (status === null || index?.kind !== 'ok') return null
  const entries = indexEntries(index.output)
  const known = new Map(entries.filter(isKnown).map(({ path, blob }) => [path, blob]))
  const news = changedPaths(status)
  for (const path of news) known.delete(path)
  const hidden = entries.filter(isLookedAt)
  const doubtful = [...hidden.map(({ path }) => path), ...news]
  const read = await nameContents(
    root,
    [...new Set(doubtful)].filter((path) => !path.endsWith('/')),
  )
  const inside = [
    ...entries.filter(({ mode }) => mode === LINK_TO_COMMIT).map(({ path }) => path),
    ...news.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)),
  ]
  const theirs = await Promise.all(inside.map((path) => listInside(root, path)))
  const changed = new Set(news)
  // Of a link, git watches where it leads, not what is there: unless that is a file of its own, or a folder with some.
  const folders = new Set(hidden.length === 0 ? [] : entries.flatMap(({ path }) => foldersAbove(path)))
  const isSeen = (path: string) => known.has(path) || changed.has(path) || folders.has(path)
  const isWatched =
    inside.length === 0 &&
    status.index === indexChecksum(root) &&
    hidden.every(
      ({ tag, mode, path }) =>
        tag === 'H' && mode === LINK && !changed.has(path) && leadsTo(root, path).some(isSeen),
    )
  return {
    files: [...[...known].map(([path, blob]) => ({ path, blob })), ...read, ...theirs.flat()],
    mark: isWatched
      ? markOf(
          status,
          read.filter(({ path }) => changed.has(path)),
        )
      : null,
  }
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
    // Everything before the blob has its place, and the stage after it is one figure.
    return [
      {
        tag: line.charAt(0),
        mode: line.slice(2, 8),
        blob: line.slice(9, tab - 2),
        path: line.slice(tab + 1),
      },
    ]
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

/** Where a link leads, and leads at once: one on the way could be turned elsewhere unseen. */
function leadsTo(root: string, path: string): string[] {
  const end = confine(root, path)
  if (end.kind !== 'inside') return []
  const real = relative(realPath(root), end.path)
  const named = relative(root, resolve(root, dirname(path), readlinkSync(join(root, path))))
  return real === named ? [real.split(sep).join('/')] : []
}

function foldersAbove(path: string): string[] {
  const slash = path.lastIndexOf('/')
  return slash === -1 ? [] : [path.slice(0, slash), ...foldersAbove(path.slice(0, slash))]
}

/** A submodule that was never fetched is an empty folder. */
async function listInside(root: string, path: string): Promise<TreeFile[]> {
  if (!existsSync(join(root, path, '.git'))) return []
  const { files } = (await listByGit(join(root, path), await askStatus(join(root, path)))) ?? { files: [] }
  return files.map((file) => ({ ...file, path: `${path}/${file.path}` }))
}
