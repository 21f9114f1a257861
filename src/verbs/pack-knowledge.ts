import { cacheFolder } from '#context/map/cache-folder.ts'
import type { KnowledgeAsked, KnowledgeVoice, KnowledgeWord } from '#context/pack/knowledge-voice.ts'
import { storeChoice } from './store-choice.ts'
import { validConfig } from './valid-config.ts'
import type { World } from './world.ts'

/**
 * The store of the configuration, as a pack hears it. The embedded one without an embedder has no word that the code itself has not,
 * and is asked only where that cannot be read. It is asked as it is: `keel scan` brings it up to date.
 */
export function packKnowledge(world: World): KnowledgeVoice {
  const { store, embedder } = validConfig(world).context.knowledge
  return {
    when: store === 'sqlite' && embedder === 'none' ? 'fallback' : 'always',
    ask: async (asked) => {
      try {
        return await ask(asked, world)
      } catch (error) {
        world.signal.throwIfAborted()
        return { kind: 'down', why: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}

async function ask({ text, terms }: KnowledgeAsked, world: World): Promise<KnowledgeWord> {
  // Most packs ask nobody.
  const [{ openStore }, { searchKnowledge }, { openEmbedder }] = await Promise.all([
    import('#context/knowledge/open-store.ts'),
    import('#context/knowledge/search-knowledge.ts'),
    import('#models/open-embedder.ts'),
  ])
  const { root, environment } = world.place
  const choice = storeChoice(world)
  const embedder = choice.embedder === 'none' ? null : await openEmbedder(choice.embedder, environment)
  const { store } = openStore({ root, cache: cacheFolder(root), choice, environment })
  try {
    const health = await store.health()
    if (health.kind === 'down') return health
    const { hits, unheard } = await searchKnowledge({
      store,
      embedder,
      words: text.slice(0, TEXT_MAX),
      terms,
      kinds: ['file', 'symbol'],
      under: '',
      limit: HITS_MAX,
      signal: world.signal,
    })
    const scores = new Map<string, number>()
    for (const { document, score } of hits)
      scores.set(document.path, Math.max(score, scores.get(document.path) ?? 0))
    return { kind: 'found', scores, note: unheard }
  } finally {
    await store.close()
  }
}

/** No model hears more of a text at once. */
const TEXT_MAX = 8000
const HITS_MAX = 500
