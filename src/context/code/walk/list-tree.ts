import { existsSync, readlinkSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { confine } from '#kit/confine.ts'
import { realPath } from '#kit/real-path.ts'
import { askStatus, type GitStatus, indexChecksum, type OnRefusal } from './ask-status.ts'
import { countBefore } from './count-before.ts'
import { byPath, listIndex } from './index-listing.ts'
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
  /** What git says to differ from its last commit. */
  readonly changed: readonly string[]
  /** What was changed later may be another content than is listed. */
  readonly listedAt: number
}

/**
 * Every file that is tracked, or new and not ignored, with the name of its content. Git knows the names of what was not
 * changed, so that only the rest is read. Repositories inside are asked in their turn; what a sparse checkout leaves out is
 * not there. Without git, and where it refuses, the folder is walked, by the same rules of what to ignore.
 */
export async function listTree({
  root,
  onRefusal,
  status = askStatus(root, onRefusal),
  changed,
  memory = null,
}: ListRequest): Promise<Tree> {
  const startedAt = performance.timeOrigin + performance.now()
  const said = await status
  const listed = said === null ? null : await listByGit({ root, status: said, changed, memory })
  const { files, mark } = listed ?? { files: await nameContents(root, await walkFolder(root)), mark: null }
  return {
    files: listed === null ? [...files].sort(byPath) : files,
    source: listed === null ? 'folder' : 'git',
    mark,
    head: said?.head ?? null,
    changed: said === null ? [] : changedPaths(said),
    listedAt: said?.askedAt ?? startedAt,
  }
}

export type ListRequest = {
  readonly root: string
  readonly onRefusal?: OnRefusal | undefined
  readonly status?: Promise<GitStatus | null>
  /** What differs from git's index, where that is known already. */
  readonly changed?: readonly TreeFile[] | undefined
  /** Where the index may be remembered, see `listIndex`. */
  readonly memory?: string | null
}

type Listed = {
  /** In the order of their paths. */
  readonly files: readonly TreeFile[]
  readonly mark: string | null
}

type Asked = Pick<ListRequest, 'root' | 'changed'> & {
  readonly status: GitStatus
  readonly memory: string | null
}

async function listByGit({ root, status, changed, memory }: Asked): Promise<Listed | null> {
  const news = new Set(changedPaths(status))
  // They say in which form files lie there.
  const isSettled = ![...news].some((path) => path.endsWith('.gitattributes'))
  const index = await listIndex({ root, checksum: status.index, memory: isSettled ? memory : null })
  if (index === null) return null
  const own = [...news].filter((path) => !path.endsWith('/'))
  const named = changed ?? (await nameContents(root, own))
  const hidden = index.hidden.filter(({ path }) => !news.has(path))
  const looked = await nameContents(
    root,
    hidden.map(({ path }) => path),
  )
  const inside = [
    ...index.inside,
    ...[...news].filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)),
  ]
  const theirs = await Promise.all(inside.map((path) => listInside(root, path)))
  const others = [...named, ...looked, ...theirs.flat()]
  const isSeen = (path: string) => news.has(path) || isIn(index.files, path)
  const isWatched =
    inside.length === 0 &&
    status.index === indexChecksum(root) &&
    // Of a link, git watches where it leads, not what is there: unless that is a file of its own, or a folder with some.
    index.hidden.every(
      ({ path, isLink, isLookedAt }) =>
        isLink && isLookedAt && !news.has(path) && leadsTo(root, path).some(isSeen),
    )
  return {
    files: mergeFiles(others.sort(byPath), withoutPaths(index.files, news)),
    mark: isWatched ? markOf(status, named) : null,
  }
}

/** Two lists in order as one. Where one is short, that is quicker than to put all in order: it is found where each belongs. */
function mergeFiles(few: readonly TreeFile[], many: readonly TreeFile[]): TreeFile[] {
  const parts: TreeFile[][] = []
  let taken = 0
  for (const file of few) {
    const place = countBefore(many, file.path)
    parts.push(many.slice(taken, place), [file])
    taken = place
  }
  return [...parts, many.slice(taken)].flat()
}

/** The same without a few, each found where it stands. */
function withoutPaths(files: readonly TreeFile[], paths: ReadonlySet<string>): readonly TreeFile[] {
  const places = [...paths].flatMap((path) => {
    const place = countBefore(files, path)
    return files[place]?.path === path ? [place] : []
  })
  if (places.length === 0) return files
  const ends = [...places.sort((one, other) => one - other), files.length]
  return ends.flatMap((end, part) => files.slice(part === 0 ? 0 : (ends[part - 1] ?? 0) + 1, end))
}

/** Whether it is a file, or a folder with some. */
function isIn(files: readonly TreeFile[], path: string): boolean {
  return firstFrom(files, path) === path || firstFrom(files, `${path}/`).startsWith(`${path}/`)
}

function firstFrom(files: readonly TreeFile[], path: string): string {
  return files[countBefore(files, path)]?.path ?? ''
}

/** Where a link leads, and leads at once: one on the way could be turned elsewhere unseen. */
function leadsTo(root: string, path: string): string[] {
  const end = confine(root, path)
  if (end.kind !== 'inside') return []
  const real = relative(realPath(root), end.path)
  const named = relative(root, resolve(root, dirname(path), readlinkSync(join(root, path))))
  return real === named ? [real.split(sep).join('/')] : []
}

/** A submodule that was never fetched is an empty folder. */
async function listInside(root: string, path: string): Promise<TreeFile[]> {
  if (!existsSync(join(root, path, '.git'))) return []
  const inner = join(root, path)
  const status = await askStatus(inner)
  const listed = status === null ? null : await listByGit({ root: inner, status, memory: null })
  // Its git folder is gone: what lies there is there.
  const files = listed?.files ?? (await nameContents(inner, await walkFolder(inner)))
  return files.map((file) => ({ ...file, path: `${path}/${file.path}` }))
}
