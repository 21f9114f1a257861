import type { FileProblem } from '#context/code/file-problem.ts'
import type { DefinitionKind } from '#context/code/tags.ts'

/** What changed since a map was drawn. */
export type MapDiff = {
  /**
   * `tree`: every file was compared with the one that the map was drawn of. `shown`: nobody knows that tree any more, so
   * that only what the two maps show could be compared.
   */
  readonly basis: 'tree' | 'shown'
  /** What the last map was made of, as a hash. */
  readonly since: string
  readonly files: TreeDiff
  /** The more important ones first. */
  readonly symbols: readonly SymbolChange[]
  /** Files whose symbols could not be compared. */
  readonly unknown: readonly UnknownFile[]
}

/** Paths, in their order. A file that lies elsewhere with the same content, or with most of its symbols, was renamed, and is in no other list. */
export type TreeDiff = {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
  readonly renamed: readonly { readonly from: string; readonly to: string }[]
}

export type SymbolChange = StandingSymbol & {
  readonly change: 'added' | 'removed' | 'changed'
  /** What of it is another; empty for one that was added or removed. */
  readonly what: readonly SymbolTrait[]
  /** How it was; null for one that was added. */
  readonly before: StandingSymbol | null
  /** Whether the map of now shows it; for one that was removed, whether the last one did. */
  readonly inMap: boolean
}

export type SymbolTrait = 'signature' | 'kind' | 'exported' | 'file'

export type StandingSymbol = {
  /** With what it lies in: `Basket.total`. */
  readonly name: string
  readonly path: string
  /** Null where only a map tells of it: maps have no lines. */
  readonly line: number | null
  readonly kind: DefinitionKind | null
  readonly signature: string
  readonly exported: boolean
}

export type UnknownFile = {
  readonly path: string
  /** `forgotten`: neither keel nor git has its former content. */
  readonly why: 'forgotten' | FileProblem['why']
}

export const NO_FILES: TreeDiff = { added: [], removed: [], changed: [], renamed: [] }
