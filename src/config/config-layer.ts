/** Where a value came from, strongest first. */
export type ConfigSource =
  | { readonly kind: 'flag' }
  | { readonly kind: 'environment'; readonly variable: string }
  | { readonly kind: 'project'; readonly file: string; readonly line: number }
  | { readonly kind: 'user'; readonly file: string; readonly line: number }
  | { readonly kind: 'default' }

export type ConfigProblem = {
  /** `file:line:column`, the variable, or the flag. */
  readonly where: string
  /** The key, dotted; empty where the file as a whole is wrong. */
  readonly key: string
  readonly message: string
}

/** One layer: the values it sets, by dotted key, and what is wrong with it. */
export type ConfigLayer = {
  readonly values: ReadonlyMap<string, { readonly value: unknown; readonly source: ConfigSource }>
  readonly problems: readonly ConfigProblem[]
}
