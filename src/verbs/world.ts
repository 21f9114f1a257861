import type { ConfigOutcome } from '#config/load-config.ts'
import type { Place } from '#words/place.ts'

/** What a verb may know of the outside. Built once, in wiring.ts, and handed in. */
export type World = {
  readonly place: Place
  readonly config: ConfigOutcome
  /** Asks the person at the terminal a yes-or-no question; null where nobody is there to answer. */
  readonly confirm: ((question: string) => Promise<boolean>) | null
}
