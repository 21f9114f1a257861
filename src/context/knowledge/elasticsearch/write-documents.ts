import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { redact } from '#kit/redact.ts'
import { Fault } from '#words/fault.ts'
import type { KnowledgeDocument } from '../knowledge-store.ts'
import { type AskServer, isBusy, pauseAfter, reasonIn, WRITING } from './ask-server.ts'
import { recordId, recordOf } from './document-record.ts'

export type DocumentsTarget = {
  readonly ask: AskServer
  /** An alias, which is never made by writing to it, or an index. */
  readonly target: string
  readonly isAlias: boolean
  /** Told before a document with a vector of such a length is written. */
  readonly beforeVectors: (length: number) => Promise<void>
}

/**
 * Writes in batches, a few at a time: whoever hands documents over waits until the server has taken some. The document of
 * a file goes out after those of its parts are in, so that a file is never in without them.
 */
export async function writeDocuments(
  to: DocumentsTarget,
  documents: Iterable<KnowledgeDocument>,
): Promise<void> {
  const crowd = openCrowd((batch) => sendBatch(to, batch))
  const parts = openBatch()
  const files = openBatch()
  for (const document of documents) {
    if (document.vector !== null) await to.beforeVectors(document.vector.length)
    const batch = document.about.kind === 'file' ? files : parts
    batch.add(document)
    if (!batch.isFull()) continue
    await crowd.send(parts.take())
    if (batch === parts) continue
    await crowd.allDone()
    await crowd.send(files.take())
  }
  await crowd.send(parts.take())
  await crowd.allDone()
  await crowd.send(files.take())
  await crowd.allDone()
}

/** By id, so that the last of two with the same is the one that stays. */
type Batch = ReadonlyMap<string, readonly string[]>

const BATCH_MAX = 1000
const BATCH_CHARACTERS_MAX = 4 * 1024 * 1024
const CROWD_MAX = 2

function openBatch() {
  let lines = new Map<string, readonly string[]>()
  let size = 0
  return {
    add: (document: KnowledgeDocument) => {
      const id = recordId(document.id)
      const record = JSON.stringify(recordOf(document))
      lines.set(id, [JSON.stringify({ index: { _id: id } }), record])
      size += record.length
    },
    isFull: () => lines.size >= BATCH_MAX || size >= BATCH_CHARACTERS_MAX,
    take: (): Batch => {
      const taken = lines
      lines = new Map()
      size = 0
      return taken
    },
  }
}

/** A few batches under way. The first that fails is told to whoever sends the next, or waits for all. */
function openCrowd(work: (batch: Batch) => Promise<void>) {
  const under = new Map<Promise<void>, Batch>()
  const allDone = async () => {
    const settled = await Promise.allSettled(under.keys())
    under.clear()
    for (const one of settled) if (one.status === 'rejected') throw one.reason
  }
  return {
    allDone,
    send: async (batch: Batch) => {
      if (batch.size === 0) return
      // Of two with the same id under way at once, nobody knows which would stay.
      if ([...under.values()].some((other) => [...batch.keys()].some((id) => other.has(id)))) await allDone()
      while (under.size >= CROWD_MAX) await oneDone(under)
      const done = work(batch)
      // Heard of by whoever waits for it; until then it is no surprise to anybody.
      done.catch(() => {})
      under.set(done, batch)
    },
  }
}

async function oneDone(under: Map<Promise<void>, Batch>): Promise<void> {
  const { done } = await Promise.race([...under.keys()].map((one) => one.then(() => ({ done: one }))))
  under.delete(done)
}

const bulkAnswer = z.object({
  items: z.array(
    z
      .record(z.string(), z.object({ status: z.number(), error: z.unknown().optional() }))
      .transform((item) => ({
        status: 0,
        error: undefined as unknown,
        ...Object.values(item)[0],
      })),
  ),
})

/** What the server was too busy for is sent again, and nothing else of the batch. */
async function sendBatch(to: DocumentsTarget, batch: Batch): Promise<void> {
  const began = performance.now()
  let left = batch
  for (let again = 0; left.size > 0; again += 1) {
    const { status, body } = await to.ask({
      ...WRITING,
      method: 'POST',
      path: `/${to.target}/_bulk`,
      query: { filter_path: 'items.*.status,items.*.error', ...(to.isAlias && { require_alias: 'true' }) },
      lines: [...left.values()].flat(),
      accept: [TOO_LARGE],
    })
    if (status === TOO_LARGE) return sendHalves(to, left)
    const { items } = bulkAnswer.parse(body)
    const ids = [...left.keys()]
    const refused = items.findIndex((item) => item.status >= 400 && !isBusy(item.status))
    if (refused !== -1) throw refusal(ids[refused] ?? '', items[refused]?.error)
    left = new Map([...left].filter((_, place) => isBusy(items[place]?.status ?? 200)))
    if (left.size === 0) return
    if (performance.now() - began > WRITING.patienceMs) throw tooBusy(left.size)
    await sleep(pauseAfter(again))
  }
}

const TOO_LARGE = 413

async function sendHalves(to: DocumentsTarget, batch: Batch): Promise<void> {
  const all = [...batch]
  if (all.length === 1) throw refusal(all[0]?.[0] ?? '', 'It is larger than the server takes.')
  const middle = Math.ceil(all.length / 2)
  await sendBatch(to, new Map(all.slice(0, middle)))
  await sendBatch(to, new Map(all.slice(middle)))
}

function refusal(id: string, error: unknown): Fault {
  return new Fault({
    kind: 'internal',
    code: 'store-refused-document',
    message: `The server of knowledge does not take ${id}: ${redact(reasonIn({ error }))}`,
  })
}

function tooBusy(count: number): Fault {
  return new Fault({
    kind: 'user',
    code: 'store-busy',
    message: `The server of knowledge is too busy to take ${count} documents.`,
    hint: 'Try again later: what was taken stays.',
  })
}
