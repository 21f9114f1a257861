import { statSync } from 'node:fs'
import { join } from 'node:path'
import { textAt } from '#context/code/beside.ts'
import { engine } from '#context/code/engine.ts'
import { fileOfTree } from '#context/code/file-of-tree.ts'
import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import { readGraph } from '#context/code/read-graph.ts'
import { listTree } from '#context/code/walk/list-tree.ts'
import { openPast } from './history/open-past.ts'
import { type Past, readPast } from './history/read-past.ts'
import { type LeftOut, readTextFile, sortTextFiles } from './text-files.ts'
import { openWords } from './words/open-words.ts'
import type { Words } from './words/score-words.ts'

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
  readonly signal?: AbortSignal | undefined
}

export async function openView({ root, cache, signal }: ViewRequest): Promise<View> {
  const memory = cache === null ? null : fileOfTree(cache, { kind: 'indexes', root })
  const tree = await listTree({ root, memory })
  const past = openPast(root, { head: tree.head, cache })
  const { paths: textual, leftOut } = sortTextFiles(root, tree.files)
  const isMoved = { value: false }
  const read = (path: string) => {
    const whole = join(root, path)
    if ((statSync(whole, { throwIfNoEntry: false })?.ctimeMs ?? 0) > tree.listedAt) isMoved.value = true
    return textAt(whole)
  }
  const code = await readGraph({
    root,
    tree,
    cache,
    read,
    hasMoved: () => isMoved.value,
    signal,
    ...engine(),
  })
  const unfit: LeftOut[] = []
  const words = openWords({
    files: tree.files,
    definitionsOf: code.graph.definitionsOf,
    textOf: (path) => {
      const file = textual.has(path) ? readTextFile(root, path) : null
      if (file?.kind === 'left-out' && file.why !== null) unfit.push({ path, why: file.why })
      return file?.kind === 'text' ? file.text : ''
    },
    folder: cache === null ? null : fileOfTree(cache, { kind: 'words', root }),
  })
  return {
    graph: code.graph,
    words,
    past: readPast(await past, code.graph.paths),
    definersOf: (name) =>
      words.parts.flatMap(({ segment, placeOf }) =>
        [...segment.definersOf(name)].map((file) => placeOf[file] ?? -1).filter((place) => place >= 0),
      ),
    isText: (place) => textual.has(code.graph.paths[place] ?? ''),
    leftOut: [...leftOut, ...unfit],
    close: () => {
      words.close()
      void past.then(({ close }) => close())
      code.close()
    },
  }
}
