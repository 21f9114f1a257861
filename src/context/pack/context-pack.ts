import type { PackedFile } from './fit/fit-files.ts'
import type { LeftOutSum } from './sum-left-out.ts'
import type { TaskDescription } from './task/describe-task.ts'

/** The context chosen for one task. Paths are relative to the project; every score is from 0 to 1, and the best has 1. */
export type ContextPack = {
  readonly task: TaskDescription
  readonly budget: number
  readonly tokens: number
  readonly tokenizer: string
  /** What was chosen, the most telling first. */
  readonly files: readonly PackedFile[]
  /** What would have been next, had there been room. */
  readonly noRoom: readonly string[]
  /** The first of all files, whatever there was room for. */
  readonly ranking: readonly RankedPath[]
  /** The first of their definitions. */
  readonly symbols: readonly PackSymbol[]
  /** Of the first files: whom they need, and who needs them. */
  readonly dependencies: readonly Dependency[]
  /** Tests that are likely to notice, the likeliest first. */
  readonly tests: readonly string[]
  /** What the pack should have and has not, in sentences. */
  readonly gaps: readonly string[]
  /** Files that were not searched. */
  readonly leftOut: readonly LeftOutSum[]
  /** What a hook may hand to an agent. */
  readonly summary: string
  /** What it has not, as far as there is room to say it, and then the files: no more than the budget. */
  readonly text: string
}

export type RankedPath = {
  readonly path: string
  readonly score: number
  readonly reasons: readonly string[]
}

export type PackSymbol = {
  readonly path: string
  readonly qualifiedName: string
  readonly kind: string
  readonly line: number
  readonly endLine: number
  readonly score: number
}

export type Dependency = {
  readonly path: string
  readonly needs: readonly string[]
  readonly neededBy: readonly string[]
}
