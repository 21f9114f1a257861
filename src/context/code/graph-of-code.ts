import type { Beside } from './beside.ts'
import type { FileProblem } from './file-problem.ts'
import type { CodeGraph } from './graph/code-graph.ts'

export type GraphOfCode = {
  readonly graph: CodeGraph
  /** Of its files and edges: with the same name, they are the same. Null where nobody knows. */
  readonly name: string | null
  /** Files that may have other definitions than those of the graph that the name was given to. */
  readonly fresh: ReadonlySet<number>
  /** Files that are not in the picture as they should be, by name. */
  readonly problems: readonly FileProblem[]
  /** What was read beside the tree, to know where imports lead. */
  readonly beside: Beside
  /** How many had to be parsed, and were. */
  readonly parsed: number
  /** See `Code`. */
  readonly hasMoved: boolean
  /** To be called when nothing more is asked of the graph. */
  readonly close: () => void
}
