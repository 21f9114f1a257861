import { statSync } from 'node:fs'
import { join } from 'node:path'
import { engine } from '#context/code/engine.ts'
import { fileOfTree } from '#context/code/file-of-tree.ts'
import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import { sureNeeds } from '#context/code/graph/sure-needs.ts'
import { isStanding } from '#context/code/is-standing.ts'
import { readGraph } from '#context/code/read-graph.ts'
import type { Tree } from '#context/code/walk/list-tree.ts'
import { watchTree } from '#context/code/watch-tree.ts'
import { mayHaveText, readTextFile } from '#context/pack/read-text-file.ts'
import { buildId } from '#kit/build-id.ts'
import { sha256 } from '#kit/sha256.ts'
import { AST_CONTEXT_FILE } from './ast-context-file.ts'
import { type Described, type DescribedFile, describeFile } from './documents/describe-file.ts'
import { describeModule, moduleOf } from './documents/describe-module.ts'
import { startLineTerms } from './documents/line-terms.ts'
import type { ModuleSummary } from './knowledge-store.ts'

/** A repository as documents, each made when it is asked for. */
export type Repository = {
  /** By path: all that the documents of a file depend on, as one hash. Secret, binary, generated and huge files are not in. */
  readonly contents: ReadonlyMap<string, string>
  /** How many pairs of files there are of which one needs the other. */
  readonly dependencies: number
  /** Whether a file is what it seemed to be by its name. `moved`: it was changed since the tree was listed. */
  readonly lookAt: (path: string) => 'text' | 'unfit' | 'moved'
  /** Null for a file that was changed since the tree was listed. */
  readonly describeFile: (path: string) => DescribedFile | null
  readonly describeModule: (module: string, files: readonly string[]) => Described
  readonly graph: CodeGraph
  readonly close: () => void
}

export type RepositoryRequest = {
  readonly root: string
  readonly tree: Tree
  /** Where what was parsed is kept; null to keep nothing. */
  readonly cache: string | null
  /** Who makes the vectors: with another, all documents are others. */
  readonly embedder: string | null
  readonly signal?: AbortSignal | undefined
}

export async function readRepository(request: RepositoryRequest): Promise<Repository> {
  const { root, tree, cache, embedder, signal } = request
  const { graph, close } = await openGraph({ root, tree, cache, signal })
  const places = new Map(graph.paths.map((path, place) => [path, place]))
  const termsOfLine = startLineTerms()
  const contents = new Map<string, string>()
  let dependencies = 0
  for (const { path, blob } of tree.files) {
    if (path.endsWith(AST_CONTEXT_FILE) || !mayHaveText(root, path)) continue
    const needs = needsOf(graph, places.get(path))
    dependencies += needs.length
    contents.set(path, sha256([buildId, embedder ?? '', blob, ...needs].join('\0')).slice(0, 32))
  }
  const definitionsOf = (path: string) => graph.definitionsOf(places.get(path) ?? -1)
  /** Read first and looked at after that: whatever was read is then what was listed. */
  const readListed = (path: string) => {
    const file = readTextFile(root, path)
    const changed = changedAt(join(root, path))
    return changed === 0 || changed > tree.listedAt ? null : file
  }
  return {
    contents,
    dependencies,
    lookAt: (path) => {
      const file = readListed(path)
      if (file === null) return 'moved'
      return file.kind === 'text' ? 'text' : 'unfit'
    },
    describeFile: (path) => {
      const file = readListed(path)
      if (file?.kind !== 'text') return null
      return describeFile({
        path,
        content: contents.get(path) ?? '',
        text: file.text,
        definitions: definitionsOf(path),
        needs: needsOf(graph, places.get(path)),
        termsOfLine,
      })
    },
    describeModule: (module, files) => {
      const exports = files.flatMap((path) => {
        const all = definitionsOf(path)
        return all.flatMap((one) => (one.exported && isStanding(one, all) ? [one.name] : []))
      })
      const needs = moduleNeeds(graph, { module, places: files.map((path) => places.get(path) ?? -1) })
      return describeModule({ module, files, exports, needs, termsOfLine })
    },
    graph,
    close,
  }
}

async function openGraph({ root, tree, cache, signal }: Omit<RepositoryRequest, 'embedder'>) {
  return readGraph({ root, tree, cache, ...watchTree(root, tree), signal, ...engine() })
}

/** 0 for what is not there. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0
}

/** Where the listing of the tree's index may be remembered. */
export function treeMemory(cache: string | null, root: string): string | null {
  return cache === null ? null : fileOfTree(cache, { kind: 'indexes', root })
}

/** Paths, in their order. */
function needsOf(graph: CodeGraph, place = -1): string[] {
  if (place < 0) return []
  const there = [...sureNeeds(graph, place).keys()]
  return there.sort((one, other) => one - other).flatMap((to) => graph.paths[to] ?? [])
}

/** The module that most is needed of comes first. */
function moduleNeeds(
  graph: CodeGraph,
  { module, places }: { module: string; places: readonly number[] },
): ModuleSummary['needs'] {
  const counts = new Map<string, number>()
  for (const place of places)
    for (const to of place < 0 ? [] : sureNeeds(graph, place).keys()) {
      const other = moduleOf(graph.paths[to] ?? '')
      if (other !== module) counts.set(other, (counts.get(other) ?? 0) + 1)
    }
  return [...counts]
    .map(([needed, count]) => ({ module: needed, edges: count }))
    .sort((one, other) => other.edges - one.edges || (one.module < other.module ? -1 : 1))
}
