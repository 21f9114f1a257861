import type { WireName } from './scenario.ts'

/** What somebody asked, whichever wire they spoke: just enough to tell who they are and where they stand. */
export type NeutralRequest = {
  readonly wire: WireName
  readonly model: string
  readonly system: string
  /** Everything the user said, without the results of tools. */
  readonly prompt: string
  readonly toolNames: readonly string[]
  /** What tools answered since the model last spoke. */
  readonly lastToolResults: readonly string[]
  readonly stream: boolean
  readonly body: unknown
}
