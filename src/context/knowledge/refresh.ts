import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { fileOfTree } from '#context/code/file-of-tree.ts'
import type { OnRefusal } from '#context/code/walk/ask-status.ts'
import { listTree } from '#context/code/walk/list-tree.ts'
import { buildId } from '#kit/build-id.ts'
import { holdLock } from '#kit/lock.ts'
import { readKept, writeKept } from '#kit/write-kept.ts'
import { treeMemory } from './read-repository.ts'
import { type Scan, type ScanRequest, scan } from './scan.ts'

export type RefreshRequest = Omit<ScanRequest, 'tree' | 'cache' | 'unfit' | 'doubtful' | 'onModules'> & {
  readonly cache: string
  /** Which store it is: what is remembered of one says nothing of another. */
  readonly storeName: string
  /** What others have written to it meanwhile, nothing here tells: it is always asked. */
  readonly isShared: boolean
  /** Hears that another scan is at work, and has to be waited for. */
  readonly onWait: (process: number) => void
  readonly onRefusal: OnRefusal
}

/**
 * Scans, one at a time for a tree: two at once would take each other's documents away. Where a look at git tells that nothing
 * was changed since the last time, that is all, unless everything is wanted.
 */
export async function refresh(request: RefreshRequest): Promise<Scan> {
  const { root, cache, store, embedder, mode, onRefusal } = request
  const file = fileOfTree(cache, { kind: 'knowledge', root })
  mkdirSync(dirname(file), { recursive: true })
  const release = await waitForLock(`${file}.lock-keel-tmp`, request)
  try {
    const wanted = { store: request.storeName, embedder: embedder?.identity ?? null }
    const kept = readState(`${file}.json`, wanted)
    const tree = await listTree({ root, onRefusal, memory: treeMemory(cache, root) })
    const isSame = !request.isShared && kept !== null && kept.mark !== null && kept.mark === tree.mark
    if (isSame && mode === 'incremental' && request.onRepository === undefined) {
      const health = await store.health()
      if (health.kind === 'up' && health.documents === kept.documents)
        return {
          ...kept.figures,
          mode,
          commit: tree.head,
          changed: 0,
          deleted: 0,
          moved: 0,
          unfit: kept.unfit,
        }
    }
    const before = kept ?? {
      ...wanted,
      maker: buildId,
      mark: null,
      documents: -1,
      unfit: [],
      doubtful: [],
      figures: NO_FIGURES,
    }
    const keep = (changed: Partial<State>) => writeKept(`${file}.json`, { ...before, ...changed })
    const done = await scan({
      ...request,
      tree,
      unfit: new Set(before.unfit),
      doubtful: before.doubtful,
      onModules: (modules) => keep({ mark: null, doubtful: [...modules] }),
    })
    const health = await store.health()
    keep({
      // What moved meanwhile is to be looked at again.
      mark: done.moved === 0 ? tree.mark : null,
      documents: health.kind === 'up' ? health.documents : -1,
      unfit: [...done.unfit],
      doubtful: [],
      figures: { files: done.files, symbols: done.symbols, dependencies: done.dependencies },
    })
    return done
  } finally {
    release()
  }
}

const stateSchema = z.object({
  maker: z.literal(buildId),
  store: z.string(),
  embedder: z.string().nullable(),
  mark: z.string().nullable(),
  documents: z.number(),
  unfit: z.array(z.string()),
  /** Modules that a scan was about to write. */
  doubtful: z.array(z.string()),
  figures: z.object({ files: z.number(), symbols: z.number(), dependencies: z.number() }),
})

type State = z.infer<typeof stateSchema>

const NO_FIGURES = { files: 0, symbols: 0, dependencies: 0 }

function readState(file: string, wanted: Pick<State, 'store' | 'embedder'>): State | null {
  const kept = stateSchema.safeParse(readKept(file)).data ?? null
  return kept?.store === wanted.store && kept.embedder === wanted.embedder ? kept : null
}

async function waitForLock(file: string, { onWait, signal }: RefreshRequest): Promise<() => void> {
  for (let waits = 0; ; waits += 1) {
    const lock = holdLock(file)
    if (lock.kind === 'ours') return lock.release
    if (waits === 0) onWait(lock.process)
    await sleep(POLL_MS, undefined, { signal })
  }
}

const POLL_MS = 200
