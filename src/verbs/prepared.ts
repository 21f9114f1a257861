import type { RunOrder } from '#loop/desk.ts'
import type { RunIntent } from '#loop/plan-run.ts'
import type { Entry, Fact } from '#words/entry.ts'
import type { World } from './world.ts'

/** A run as it would be begun. */
export type Prepared = RunIntent & { readonly begin: () => Promise<RunOrder> }

/** Where it would be recorded. */
export type Recorder = { readonly world: World; readonly record: (fact: Fact) => Entry }
