/** What parsing finds in one file, and all that is kept of it. It depends on the file's content and on nothing else. */
export type Tags = {
  readonly definitions: readonly Definition[]
  readonly references: readonly Reference[]
  readonly imports: readonly Import[]
  /** What the file says it belongs to: a package in Go and on the JVM, a namespace in C# and PHP. Null where it says nothing. */
  readonly module: string | null
}

export const NO_TAGS: Tags = { definitions: [], references: [], imports: [], module: null }

export type Definition = {
  readonly name: string
  readonly kind: DefinitionKind
  /** Lines count from one, as people do. */
  readonly line: number
  readonly endLine: number
  /** One line, without the body. */
  readonly signature: string
  /** The first line of its documentation. */
  readonly doc: string | null
  readonly exported: boolean
  /** The definition around it, or the type that it adds to, by its place in the list. */
  readonly parent: number | null
  /** The name of the type that it adds to, where that is in another file. */
  readonly holder?: string
}

export const definitionKinds = [
  'class',
  'interface',
  'struct',
  'enum',
  'trait',
  'type',
  'function',
  'method',
  'property',
  'constant',
  'variable',
  'module',
  'mixin',
  'macro',
  'heading',
] as const
export type DefinitionKind = (typeof definitionKinds)[number]

/** What has methods and not functions. */
export const HOLDERS: ReadonlySet<DefinitionKind> = new Set([
  'class',
  'interface',
  'struct',
  'enum',
  'trait',
  'mixin',
])

/** What is in these can be used by itself: a mixin gives its methods to whoever takes it in. */
export const OPEN_HOLDERS: ReadonlySet<DefinitionKind> = new Set(['module', 'mixin'])

/** A name that is used, by how it is used; a line for each time. */
export type Reference = {
  readonly name: string
  readonly kind: ReferenceKind
  /** Whether it is asked of something: `basket.total()`, `Basket::new()`. */
  readonly isMember: boolean
  readonly lines: readonly number[]
}

export const referenceKinds = ['call', 'type', 'new', 'import', 'extends'] as const
export type ReferenceKind = (typeof referenceKinds)[number]

export type Import = {
  /** As written, without its quotes. */
  readonly specifier: string
  /**
   * What is taken from there, as it is called there. Empty where it is taken as a whole; `*` for everything. What begins with `::`
   * can only be asked of something: who names `Shop::Time` says nothing of `Time`.
   */
  readonly names: readonly string[]
  readonly line: number
}
