import type { Definition } from '../tags.ts'
import type { Role } from '../walk/role-of.ts'
import type { Edges } from './edges.ts'

/** The code of a repository: what there is, and who needs what of whom. Files go by their place in the order of their paths. */
export type CodeGraph = {
  readonly paths: readonly string[]
  readonly roles: readonly Role[]
  /** Of each, the line that its last definition ends in. */
  readonly lengths: Uint32Array
  readonly edges: Edges
  readonly definitionsOf: (file: number) => readonly Definition[]
}
