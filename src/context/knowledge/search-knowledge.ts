import { type Role, roleOf } from '#context/code/walk/role-of.ts'
import { termsOf } from '#kit/terms-of.ts'
import type { Embedder } from './embedder.ts'
import { fuse } from './fuse.ts'
import type { KnowledgeDocument, KnowledgeStore } from './knowledge-store.ts'
import { byScore, type Located, rankFound, type Scored } from './rank-found.ts'

export type Kind = KnowledgeDocument['about']['kind']

export type KnowledgeQuestion = {
  readonly store: KnowledgeStore
  readonly embedder: Embedder | null
  readonly words: string
  /** What each term is worth, where they are not all worth the same. */
  readonly terms?: ReadonlyMap<string, number>
  readonly kinds: readonly Kind[]
  /** Paths begin with it. */
  readonly under: string
  readonly limit: number
  /** So long an embedder is waited for: by words alone is better than not at all. */
  readonly patienceMs?: number
  readonly signal: AbortSignal
}

export type KnowledgeAnswer = {
  /** The best first. Scores are shares of the best. */
  readonly hits: readonly Scored<Located>[]
  /** Why the meaning of the words was not looked at although that was wanted; null where all went well. */
  readonly unheard: string | null
}

/**
 * What a store knows of some words. Each kind is asked for by itself, so that a function is measured against functions and a
 * file against files. What is there to test, or is somebody else's, is seldom what was meant, and counts less.
 */
export async function searchKnowledge(question: KnowledgeQuestion): Promise<KnowledgeAnswer> {
  const { limit } = question
  const words = await findByWords(question)
  const meaning = await findByMeaning(question)
  const scored = meaning.kind === 'found' ? fuse([{ scored: words, weight: WORDS }, meaning]) : words
  const ranked = scored
    .map(({ document, score }) => ({
      document,
      score: score * WORTH[roleOf(document.path)] * (document.about.kind === 'module' ? MODULE : 1),
    }))
    .sort(byScore)
    .slice(0, limit)
  const best = ranked[0]?.score ?? 1
  return {
    hits: ranked.map(({ document, score }) => ({ document, score: score / best })),
    unheard: meaning.kind === 'failed' ? meaning.why : null,
  }
}

/** How much each way of looking is trusted, where there are two. */
const WORDS = 1
const MEANING = 0.7

const WORTH: Readonly<Record<Role, number>> = {
  source: 1,
  documentation: 0.8,
  test: 0.7,
  generated: 0.5,
  vendored: 0.5,
}

/** Of the many files in a folder some have every word, without being about them. */
const MODULE = 0.5

/** More than are wanted, since the store has another idea of what is best. */
const CANDIDATES = 500

async function findByWords({ store, words, kinds, under, ...asked }: KnowledgeQuestion): Promise<Scored[]> {
  const terms = asked.terms ?? new Map(termsOf(words).map((term) => [term, 1]))
  if (terms.size === 0) return []
  const lists: Scored[][] = []
  for (const kind of kinds) {
    const found = await store.search({ terms, kinds: [kind], under, most: CANDIDATES })
    lists.push(
      rankFound(found, terms).map(({ document: { id, path, content, about }, score }) => ({
        document: { id, path, content, about },
        score,
      })),
    )
  }
  return lists.flat().sort(byScore)
}

const PATIENCE_MS = 5000

type Meaning =
  | { readonly kind: 'found'; readonly scored: readonly Scored[]; readonly weight: number }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'unasked' }

async function findByMeaning(question: KnowledgeQuestion): Promise<Meaning> {
  const { store, embedder, words, kinds, under, signal, patienceMs = PATIENCE_MS } = question
  if (embedder === null) return { kind: 'unasked' }
  const patience = AbortSignal.timeout(patienceMs)
  try {
    const [vector] = await embedder.embed([words], {
      as: 'query',
      signal: AbortSignal.any([signal, patience]),
    })
    if (vector === undefined) return { kind: 'failed', why: 'The embedder gave no vector back.' }
    const near = await store.nearest({ vector, kinds, under, most: CANDIDATES })
    return {
      kind: 'found',
      scored: near.map(({ closeness, ...document }) => ({ document, score: closeness })),
      weight: MEANING,
    }
  } catch (error) {
    signal.throwIfAborted()
    if (patience.aborted)
      return { kind: 'failed', why: `\`${embedder.identity}\` did not answer within ${patienceMs} ms.` }
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error) }
  }
}
