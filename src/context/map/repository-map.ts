import type { FileProblem } from '#context/code/file-problem.ts'
import type { RenderedMap } from './render/render-map.ts'

export type RepositoryMap = RenderedMap & {
  /** What the map was made of, as a hash: equal inputs, equal maps. */
  readonly input: string
  readonly files: number
  /** How many files had to be parsed, and were. */
  readonly parsed: number
  readonly problems: readonly FileProblem[]
  /** Why nothing could be ranked; null where it could. */
  readonly unranked: string | null
}
