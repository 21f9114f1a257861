import type { OnRefusal } from '#context/code/walk/ask-status.ts'
import type { TokenCounter } from '#kit/tokens.ts'
import type { MapLine } from './render/map-line.ts'

export type MapRequest = {
  readonly root: string
  readonly tokens: number
  readonly depth: number
  /** Whether code is parsed and its symbols ranked. */
  readonly codeIntelligence: boolean
  /** Paths whose surroundings come first. */
  readonly focus: readonly string[]
  /** Where what was parsed is kept; null to keep nothing. */
  readonly cache: string | null
  /** What the ledger tells, see `renderMap`; null where no room is kept for it. */
  readonly health: readonly MapLine[] | null
  readonly version: string
  /** What is left out beyond what git ignores: enough to tell one rule from another, and the rule itself. */
  readonly exclude: { readonly name: string; readonly load: () => Promise<(path: string) => boolean> }
  /** Only a map that is made anew is counted. */
  readonly loadTokenCounter: () => Promise<TokenCounter>
  readonly onRefusal?: OnRefusal | undefined
  /** Ends it early, with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}
