import type { FileKind } from './files/file-kind.ts'
import type { Manifest } from './read-manifests.ts'

/** What the structure of a tree was told by, as far as it is needed to tell it of the tree with a few files more or less. */
export type Ground = {
  readonly kinds: readonly FileKind[]
  /** See `customsOf`. */
  readonly customs: string
  /** See `Inventory`. */
  readonly libraries: readonly string[]
  readonly manifests: readonly Manifest[]
  /** Paths that were looked for to find where programs begin. */
  readonly asked: readonly string[]
}
