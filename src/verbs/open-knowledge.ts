import type { Embedder } from '#context/knowledge/embedder.ts'
import type { KnowledgeStore } from '#context/knowledge/knowledge-store.ts'
import { openStore } from '#context/knowledge/open-store.ts'
import { refresh } from '#context/knowledge/refresh.ts'
import type { OnRepository, Scan } from '#context/knowledge/scan.ts'
import { cacheFolder } from '#context/map/cache-folder.ts'
import { openEmbedder } from '#models/open-embedder.ts'
import { Fault } from '#words/fault.ts'
import { storeChoice } from './store-choice.ts'
import { warnOfRefusal } from './warn-of-refusal.ts'
import type { World } from './world.ts'

/** What is known of this project, where the configuration says that it is kept. */
export type Knowledge = {
  readonly store: KnowledgeStore
  readonly embedder: Embedder | null
  /** As a person would call it. */
  readonly name: string
  /** Brings it up to date, and says what that came to. */
  readonly scan: (wish: ScanWish) => Promise<Scan & { readonly durationMs: number }>
}

export type ScanWish = {
  readonly mode: 'full' | 'incremental'
  readonly onRepository?: OnRepository
}

/** A store that is down is a fault, and says so: nobody should take silence for an answer. */
export async function openKnowledge(world: World): Promise<Knowledge> {
  const { root, environment } = world.place
  const choice = storeChoice(world)
  const cache = cacheFolder(root)
  const embedder = choice.embedder === 'none' ? null : openEmbedder(choice.embedder, environment)
  const { store, name, isShared } = openStore({ root, cache, choice, environment })
  const health = await store.health()
  if (health.kind === 'down') {
    await store.close()
    throw down(name, health.why)
  }
  return {
    store,
    embedder,
    name,
    scan: async (wish) => {
      const started = performance.now()
      if (cache === null) throw noCache(root)
      const done = await refresh({
        ...wish,
        root,
        cache,
        store,
        storeName: name,
        isShared,
        embedder,
        signal: world.signal,
        onProgress: startProgress(world),
        onRefusal: warnOfRefusal(root, world),
        onWait: (process) => world.mention(`Another scan is at work (process ${process}). Waiting for it.`),
      })
      return { ...done, durationMs: Math.round(performance.now() - started) }
    },
  }
}

/** A word every few seconds: who waits wants to see that it goes on. */
function startProgress({ mention }: World): (progress: { done: number; of: number }) => void {
  let said = performance.now()
  return ({ done, of }) => {
    if (performance.now() - said < EVERY_MS) return
    said = performance.now()
    mention(`${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} files`)
  }
}

const EVERY_MS = 2000

function down(name: string, why: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'store-down',
    message: `The knowledge store is down (${name}): ${why}`,
    hint: 'keel pack "what you look for"',
  })
}

function noCache(root: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'nowhere-to-keep',
    message: `Nothing can be written in ${root}, so there is nowhere to keep what was parsed.`,
    hint: `ls -ld ${root}`,
  })
}
