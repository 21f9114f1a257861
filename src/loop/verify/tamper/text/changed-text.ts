/** A file as it was and as it is; null where there is none. */
export type ChangedText = {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}
