import type { Query } from './words/score-terms.ts'

/** A store of knowledge, as a pack hears it. */
export type KnowledgeVoice = {
  /** `always`, where it knows what the code alone does not tell; `fallback`, where the code cannot be read. */
  readonly when: 'always' | 'fallback'
  readonly ask: (question: KnowledgeAsked) => Promise<KnowledgeWord>
}

export type KnowledgeAsked = { readonly text: string; readonly terms: Query }

export type KnowledgeWord =
  | {
      readonly kind: 'found'
      /** By path: from 0 to 1. */
      readonly scores: ReadonlyMap<string, number>
      /** What it could not hear, in a sentence. */
      readonly note: string | null
    }
  | { readonly kind: 'down'; readonly why: string }
