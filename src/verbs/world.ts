import type { ConfigOutcome } from '#config/load-config.ts'
import type { Journal } from '#journal/open-journal.ts'
import type { Entry } from '#words/entry.ts'
import type { Place } from '#words/place.ts'

/** What a verb may know of the outside. Built once, in wiring.ts, and handed in. */
export type World = {
  readonly place: Place
  readonly config: ConfigOutcome
  /** Asks the person at the terminal a yes-or-no question; null where nobody is there to answer. */
  readonly confirm: ((question: string) => Promise<boolean>) | null
  /** Who asks: recorded as the source of what they have keel keep. */
  readonly asker: string
  /** Where this process records what happens. */
  readonly journal: Journal
  /** How keel itself is started, for hosts that have to call it. */
  readonly program: readonly string[]
  readonly now: () => Date
  /** Aborted when the person has had enough. */
  readonly signal: AbortSignal
  /** Hears of every entry while the verb is still at work. */
  readonly tell: (entry: Entry) => void
  /** Says a sentence to who watches; nobody else hears it. */
  readonly mention: (sentence: string) => void
  /** Says, watched or not, that an answer is not what it should be. Not twice the same. */
  readonly warn: (sentence: string) => void
}
