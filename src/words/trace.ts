/** A fact worth learning from. Not stored: folded from the journal. */
export type Trace = {
  readonly id: string
  readonly at: string
  readonly about: 'violation' | 'correction' | 'decision'
  /** What repeats, such as a guard's name: traces with the same subject are counted together. */
  readonly subject: string
  readonly text: string
  /** Where it comes from: a host, keel itself, or whoever stored it. */
  readonly source: string
}

/** Traces that say the same. */
export type Pattern = {
  readonly about: Trace['about']
  readonly subject: string
  readonly count: number
  readonly firstSeen: string
  readonly lastSeen: string
  readonly examples: readonly string[]
}
