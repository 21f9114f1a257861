import { engine } from '#context/code/engine.ts'
import { fileOfTree } from '#context/code/file-of-tree.ts'
import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import { readGraph } from '#context/code/read-graph.ts'
import { NO_TAGS } from '#context/code/tags.ts'
import type { OnRefusal } from '#context/code/walk/ask-status.ts'
import { listTree, type Tree } from '#context/code/walk/list-tree.ts'
import { watchTree } from '#context/code/watch-tree.ts'
import { definitionsBytesOf } from '#context/code/write-tags.ts'
import { openPast } from './history/open-past.ts'
import { type Past, readPast } from './history/read-past.ts'
import { type LeftOut, readTextFile } from './read-text-file.ts'
import type { Words } from './words/gather-words.ts'
import { type OpenedWords, openWords } from './words/open-words.ts'

/** All that is known of a repository when a task is read. */
export type View = {
  readonly graph: CodeGraph
  readonly words: Words
  readonly past: Past
  /** The files that define a name, by their places. */
  readonly definersOf: (name: string) => readonly number[]
  readonly isText: (place: number) => boolean
  readonly leftOut: readonly LeftOut[]
  readonly close: () => void
}

export type ViewRequest = {
  readonly root: string
  /** Where what was read is kept; null to keep nothing. */
  readonly cache: string | null
  readonly onRefusal?: OnRefusal | undefined
  readonly signal?: AbortSignal | undefined
}

export async function openView({ root, cache, onRefusal, signal }: ViewRequest): Promise<View> {
  const memory = cache === null ? null : fileOfTree(cache, { kind: 'indexes', root })
  const tree = await listTree({ root, onRefusal, memory })
  const past = openPast(root, { head: tree.head, cache })
  const { read, watch, hasMoved } = watchTree(root, tree)
  const opening = openWords({
    root,
    listedAt: tree.listedAt,
    files: tree.files,
    read: (path) => watch(path, () => readTextFile(root, path)),
    folder: cache === null ? null : fileOfTree(cache, { kind: 'words', root }),
    signal,
  })
  const code = await readGraph({
    root,
    tree,
    cache,
    read,
    hasMoved,
    signal,
    onCode: ({ files }) => opening.begin((place) => definitionsBytesOf(files[place]?.tags ?? NO_TAGS)),
    ...engine(),
  }).catch((error) => {
    opening.drop()
    throw error
  })
  const counting = opening.finish({
    definitionsOf: code.graph.definitionsOf,
    isLasting: () => !code.hasMoved && !hasMoved(),
  })
  const words = await counting.catch((error) => {
    code.close()
    throw error
  })
  return {
    graph: code.graph,
    words,
    past: withChanges(readPast(await past, code.graph.paths), { paths: code.graph.paths, tree }),
    definersOf: (name) =>
      words.parts.flatMap(({ segment, placeOf }) =>
        [...segment.definersOf(name)].map((file) => placeOf[file] ?? -1).filter((place) => place >= 0),
      ),
    isText: (place) => words.standingOf(place) === 'text',
    leftOut: leftOutOf(tree, words),
    close: () => {
      words.close()
      void past.then(({ close }) => close())
      code.close()
    },
  }
}

function leftOutOf({ files }: Tree, { standingOf }: OpenedWords): LeftOut[] {
  const leftOut: LeftOut[] = []
  for (const [place, { path }] of files.entries()) {
    const why = standingOf(place)
    if (why !== null && why !== 'text') leftOut.push({ path, why })
  }
  return leftOut
}

/** What somebody is at work on was changed just now. */
function withChanges(past: Past, { paths, tree }: { paths: readonly string[]; tree: Tree }): Past {
  if (tree.changed.length === 0) return past
  const changed = new Set(tree.changed)
  return { ...past, recency: past.recency.map((share, file) => (changed.has(paths[file] ?? '') ? 1 : share)) }
}
