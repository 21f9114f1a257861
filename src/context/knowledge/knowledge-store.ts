/** Where what is known of a repository can be searched. Scores and order are keel's own, see `rank-found.ts`: a store only finds and counts. */
export type KnowledgeStore = {
  /** Adds documents, or replaces those of the same id. What was there of their files stays, see `deleteFiles`. */
  readonly index: (documents: Iterable<KnowledgeDocument>) => Promise<void>
  /** The documents that have any of the terms; if there are too many, those that the store itself thinks most of. */
  readonly search: (question: TermQuestion) => Promise<Found>
  /** The documents whose vectors are nearest, the nearest first. */
  readonly nearest: (question: VectorQuestion) => Promise<readonly Near[]>
  readonly get: (id: string) => Promise<KnowledgeDocument | null>
  /** All documents of these files. */
  readonly deleteFiles: (paths: readonly string[]) => Promise<void>
  /** Files that are wholly in, by path: the content that was indexed. A file is in as soon as its own document is. */
  readonly files: () => Promise<ReadonlyMap<string, string>>
  readonly health: () => Promise<StoreHealth>
  readonly close: () => Promise<void>
}

/** One thing that can be found: a file, a definition in it, or a module of files. */
export type KnowledgeDocument = {
  /** Its path, and for a definition its name and place in it. */
  readonly id: string
  readonly path: string
  /** The content of the file, by its hash. */
  readonly content: string
  readonly about: FileSummary | SymbolSummary | ModuleSummary
  /** What it is found by: the terms of each field, as `termsOf` gives them, separated by blanks. */
  readonly terms: Readonly<Record<TermField, string>>
  readonly vector: Float32Array | null
}

export const TERM_FIELDS = ['path', 'symbols', 'signatures', 'documentation', 'body'] as const
export type TermField = (typeof TERM_FIELDS)[number]

export type FileSummary = {
  readonly kind: 'file'
  readonly language: string | null
  readonly symbols: readonly string[]
  readonly exports: readonly string[]
  /** Paths of the files that it needs. */
  readonly needs: readonly string[]
}

export type SymbolSummary = {
  readonly kind: 'symbol'
  readonly symbolKind: string
  /** With the names of what it is in: `Basket.total`. */
  readonly qualifiedName: string
  readonly signature: string
  readonly line: number
  readonly endLine: number
}

/** A folder, with the folders that its files need. */
export type ModuleSummary = {
  readonly kind: 'module'
  readonly needs: readonly { readonly module: string; readonly edges: number }[]
}

export type TermQuestion = {
  /** What each term is worth. */
  readonly terms: ReadonlyMap<string, number>
  readonly most: number
  readonly kinds?: readonly KnowledgeDocument['about']['kind'][]
  /** Paths begin with it. */
  readonly under?: string
}

export type VectorQuestion = Omit<TermQuestion, 'terms'> & { readonly vector: Float32Array }

/** What was found, with all that is needed to score it. */
export type Found = {
  /** How many documents there are of the kinds that were asked for. */
  readonly documents: number
  /** By term: in how many of them it is. */
  readonly frequencies: ReadonlyMap<string, number>
  /** By field: how many terms a document has there in the mean. */
  readonly meanLengths: Readonly<Record<TermField, number>>
  readonly hits: readonly FoundDocument[]
}

export type FoundDocument = Omit<KnowledgeDocument, 'terms' | 'vector'> & {
  readonly lengths: Readonly<Record<TermField, number>>
  /** By term of the question and field: how often it is there. */
  readonly counts: ReadonlyMap<string, Readonly<Partial<Record<TermField, number>>>>
}

/** `closeness` is the cosine. */
export type Near = Omit<KnowledgeDocument, 'terms' | 'vector'> & { readonly closeness: number }

export type StoreHealth =
  | { readonly kind: 'up'; readonly documents: number; readonly says: string }
  | { readonly kind: 'down'; readonly why: string }
