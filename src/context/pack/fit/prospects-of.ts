import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import type { Definition } from '#context/code/tags.ts'
import type { RankedDefinition } from '../rank-definitions.ts'
import { readTextFile } from '../read-text-file.ts'
import { findLines } from '../task/find-lines.ts'
import type { Task } from '../task/read-task.ts'
import { wordWeights } from '../task/weigh-terms.ts'
import { bestLines } from './best-lines.ts'
import type { Prospect } from './fit-files.ts'

/** A file that was chosen. */
export type Chosen = {
  readonly file: number
  readonly path: string
  readonly score: number
  readonly reasons: readonly string[]
  readonly isNamed: boolean
}

export type ProspectRequest = {
  readonly root: string
  readonly task: Task
  /** Of all files, the best first. */
  readonly definitions: readonly RankedDefinition[]
  readonly graph: CodeGraph
}

/** Files as they can be fitted: read one by one, when there is still room for them. */
export function prospectsOf(
  chosen: readonly Chosen[],
  { root, task, definitions, graph }: ProspectRequest,
): Prospect[] {
  const weights = wordWeights(task.parts)
  const bestOf = new Map<number, Definition[]>()
  for (const { file, definition } of definitions) {
    const known = bestOf.get(file)
    if (known === undefined) bestOf.set(file, [definition])
    else known.push(definition)
  }
  return chosen.map(({ file, path, score, reasons, isNamed }) => ({
    path,
    isNamed,
    read: () => {
      const content = readTextFile(root, path)
      if (content.kind === 'left-out') return null
      const best = bestOf.get(file) ?? []
      const named = findLines(task, path)
      return {
        path,
        score,
        reasons,
        isNamed,
        text: content.text,
        definitions: graph.definitionsOf(file),
        best,
        // Words alone find imports and little else where definitions tell what matters.
        lines: best.length > 0 ? named : [...new Set([...named, ...bestLines(content.text, weights)])],
      }
    },
  }))
}
