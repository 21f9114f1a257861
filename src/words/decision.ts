import type { Action } from './action.ts'

/** What guard answers. There is no third word: a guard only restricts, and whatever it does not deny is the host's. */
export type Decision = { readonly kind: 'allow' } | Denial

export type Denial = {
  readonly kind: 'deny'
  /** The guard's name, or `keel` where keel itself could not judge and therefore denies. */
  readonly guard: string
  readonly reason: string
  readonly action: Action | null
}
