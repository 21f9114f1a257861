/** What became, or in a dry run would become, of one file: a line of the summary that a person reads. */
export type FileReport = {
  /** Relative to the project, with forward slashes. */
  readonly path: string
  /** Whether the outcome is the whole file's or only that of what keel has in it. */
  readonly what: 'file' | 'section' | 'hook'
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'kept' | 'removed' | 'conflict'
  readonly notes: readonly string[]
}
