import { openArrays, writeArrays } from '#kit/arrays-file.ts'
import { buildId } from '#kit/build-id.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { askFiltered, askIndex, indexChecksum } from './ask-status.ts'
import { isBinaryName } from './is-binary-name.ts'
import { listingOf, readListing } from './listing.ts'
import { isMisnamed } from './name-content.ts'
import { type TreeFile, UNREADABLE } from './tree-file.ts'

/** What git's index says of a folder. */
export type IndexListing = {
  /** Files that git looks at, in the order of their paths. */
  readonly files: readonly TreeFile[]
  /** Files that have to be looked at: git was told not to, or they are links, whose content is elsewhere, or what git keeps in another form. */
  readonly hidden: readonly HiddenFile[]
  /** Folders that are repositories of their own. */
  readonly inside: readonly string[]
}

export type HiddenFile = { readonly path: string; readonly isLink: boolean; readonly isLookedAt: boolean }

export type IndexRequest = {
  readonly root: string
  /** The checksum that the index ends in, if it has one. */
  readonly checksum: string | null
  /** The file that the last listing is remembered in; null for none. With the same checksum, it is the same. */
  readonly memory: string | null
}

/** Null where git does not say. */
export async function listIndex({ root, checksum, memory }: IndexRequest): Promise<IndexListing | null> {
  const isSame = checksum !== null && checksum === indexChecksum(root)
  const known = memory === null || !isSame ? null : recall(memory, checksum)
  if (known !== null) return known
  const [answer, filtered] = await Promise.all([askIndex(root), askFiltered(root)])
  if (answer.kind !== 'ok') return null
  const entries = indexEntries(answer.output).map((entry) =>
    isMisnamed(root, entry.path) ? { ...entry, blob: UNREADABLE } : entry,
  )
  const listing = sortOut(entries, new Set(filtered.filter((path) => !isBinaryName(path))))
  if (memory !== null && checksum !== null && checksum === indexChecksum(root))
    keep(memory, { checksum, listing })
  return listing
}

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

const LINK_TO_COMMIT = '160000'
const LINK = '120000'

function sortOut(entries: readonly IndexEntry[], filtered: ReadonlySet<string>): IndexListing {
  const plain = entries.filter((entry) => isKnown(entry) && !filtered.has(entry.path))
  const files = new Map(plain.map(({ path, blob }) => [path, { path, blob }]))
  return {
    files: [...files.values()].sort(byPath),
    hidden: entries
      .filter(
        ({ tag, mode, path }) =>
          mode === LINK || (mode.startsWith('100') && (tag !== 'H' || filtered.has(path))),
      )
      .map(({ tag, mode, path }) => ({ path, isLink: mode === LINK, isLookedAt: tag === 'H' })),
    inside: entries.filter(({ mode }) => mode === LINK_TO_COMMIT).map(({ path }) => path),
  }
}

/** Whether git looks at it, and it is a file. */
function isKnown({ tag, mode }: IndexEntry): boolean {
  return tag === 'H' && mode.startsWith('100')
}

export function byPath(one: TreeFile, other: TreeFile): number {
  return one.path < other.path ? -1 : one.path > other.path ? 1 : 0
}

/**
 * What stands beside the files, which are one text: to read many takes longer than to take one apart. It is of this type where this
 * very program wrote it.
 */
type About = Omit<IndexListing, 'files'> & { readonly checksum: string; readonly build: string }

function recall(memory: string, checksum: string): IndexListing | null {
  const kept = openArrays(memory)
  if (kept === null) return null
  try {
    const { checksum: known, build, ...about }: About = JSON.parse(kept.text('about'))
    const isOwn = known === checksum && build === buildId
    return isOwn ? { ...about, files: readListing(kept.text('files')) } : null
  } catch {
    // Cut short or written over: git is asked.
    return null
  } finally {
    kept.close()
  }
}

function keep(memory: string, { checksum, listing }: { checksum: string; listing: IndexListing }): void {
  const { files, ...about } = listing
  const own: About = { ...about, checksum, build: buildId }
  const texts = { about: JSON.stringify(own), files: listingOf(files) }
  keepInCache(memory, {
    write: (path) => writeArrays(path, { about: Buffer.from(texts.about), files: Buffer.from(texts.files) }),
    most: KEPT_MAX,
  })
}

const KEPT_MAX = 8
