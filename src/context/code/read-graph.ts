import { hashOfText } from './beside.ts'
import { buildGraph } from './graph/build-graph.ts'
import type { GraphOfCode } from './graph-of-code.ts'
import type { GraphRequest } from './graph-request.ts'
import { readCode } from './read-code.ts'
import { keepSnapshot } from './snapshot/keep-snapshot.ts'
import { recallGraph } from './snapshot/recall-graph.ts'

/** The graph of a repository's code: from the one that was kept last, where only a few files have changed since; else built anew. */
export async function readGraph(request: GraphRequest): Promise<GraphOfCode> {
  const recalled = request.cache === null ? null : await recallGraph(request, request.cache)
  if (recalled !== null) return recalled
  const code = await readCode(request)
  request.onCode?.(code)
  const { files, problems, parsed, hasMoved } = code
  const listed = new Set(files.map(({ path }) => path))
  const reads = new Set<string>()
  const unlisted = new Map<string, string | null>()
  const graph = buildGraph(files, (path) => {
    const text = request.read(path)
    if (listed.has(path)) reads.add(path)
    else unlisted.set(path, hashOfText(text))
    return text
  })
  const beside = [...unlisted]
  if (request.cache !== null && !hasMoved && !request.hasMoved())
    keepSnapshot({ ...request, files, graph, reads, beside, problems }, request.cache)
  return { graph, name: null, fresh: new Set(), problems, parsed, hasMoved, beside, close: () => {} }
}
