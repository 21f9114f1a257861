import { expect, it, onTestFinished } from 'vitest'
import type { KnowledgeStore } from '#context/knowledge/knowledge-store.ts'
import { askDirectly } from './ask-directly.ts'
import { numberedDocuments } from './numbered-documents.ts'
import type { Server, ServerWish } from './start-server.ts'
import { freshName, openOn } from './with-server.ts'

/** A server that soon has enough: it works at one thing, lets one wait, and takes no large letters. */
export const IMPATIENT: ServerWish = {
  settings: {
    'thread_pool.write.size': '1',
    'thread_pool.write.queue_size': '1',
    'http.max_content_length': '2mb',
  },
}

/** What a store on a server promises beyond the suite of all stores. The server is `IMPATIENT`. */
export function testServerStore(server: () => Server): void {
  it('sends again what the server was too busy for, and nothing is lost', async () => {
    const before = await rejectedBy(server())
    const name = freshName()
    let rounds = 0
    do {
      rounds += 1
      const stores = Array.from({ length: 8 }, () => opened(server(), name))
      await Promise.all(
        stores.map((store, place) =>
          store.index(numberedDocuments({ to: 1000, words: 1, folder: `${rounds}-${place}` })),
        ),
      )
      // A server that is quick enough for eight at once is asked by eight more.
    } while ((await rejectedBy(server())) === before && rounds < 5)
    expect(await rejectedBy(server())).toBeGreaterThan(before)
    expect((await opened(server(), name).files()).size).toBe(rounds * 8000)
  })

  it('parts what is larger than the server takes', async () => {
    const store = opened(server(), freshName())
    await store.index(numberedDocuments({ to: 600, words: 1000 }))
    expect((await store.files()).size).toBe(600)
  })

  it('moves to a new index when its layout changes, and whoever reads meanwhile misses nothing', async () => {
    const name = freshName()
    await opened(server(), name).index(numberedDocuments({ to: 1200 }))
    const [old = ''] = await indexesOf(server(), name)
    await makeOld(server(), old)
    const reader = opened(server(), name)
    expect(await reader.health()).toMatchObject({
      kind: 'up',
      says: expect.stringContaining('another version'),
    })
    const counts: number[] = []
    const moving = opened(server(), name).index(numberedDocuments({ from: 1200, to: 1201 }))
    const isMoved = moving.then(() => true)
    while (!(await Promise.race([isMoved, readCount(reader, counts)])));
    expect(counts.filter((count) => count !== 1200 && count !== 1201)).toEqual([])
    expect(counts.length).toBeGreaterThan(0)
    const now = await indexesOf(server(), name)
    expect(now).toHaveLength(1)
    expect(now).not.toContain(old)
    expect((await reader.files()).size).toBe(1201)
    expect(await reader.get('src/7.ts')).toEqual([...numberedDocuments({ from: 7, to: 8 })][0])
    const [near] = await reader.nearest({ vector: Float32Array.of(1, 0, 0), most: 1 })
    expect(near).toMatchObject({ id: 'src/0.ts', closeness: expect.closeTo(1, 6) })
    expect(await reader.health()).toMatchObject({ says: expect.not.stringContaining('another version') })
  })

  it('moves once, however many move at the same time', async () => {
    const name = freshName()
    await opened(server(), name).index(numberedDocuments({ to: 500 }))
    const [old = ''] = await indexesOf(server(), name)
    await makeOld(server(), old)
    const movers = Array.from({ length: 3 }, () => opened(server(), name))
    await Promise.all(
      movers.map((store, place) => store.index(numberedDocuments({ to: 10, folder: `of-${place}` }))),
    )
    expect(await indexesOf(server(), name)).toHaveLength(1)
    expect((await opened(server(), name).files()).size).toBe(530)
  })

  it('leaves an index alone that has its name and is not its own', async () => {
    const name = freshName()
    await askDirectly(server(), { method: 'PUT', path: `/keel-${name}` })
    onTestFinished(() => askDirectly(server(), { method: 'DELETE', path: `/keel-${name}` }).then(() => {}))
    await expect(opened(server(), name).index(numberedDocuments({ to: 1 }))).rejects.toMatchObject({
      code: 'store-name-taken',
    })
    expect(await askDirectly(server(), { path: `/keel-${name}/_count` })).toMatchObject({ count: 0 })
  })
}

function opened(server: Server, name: string): KnowledgeStore {
  const store = openOn(server, name)
  onTestFinished(() => store.close())
  return store
}

async function readCount(store: KnowledgeStore, counts: number[]): Promise<false> {
  const { frequencies } = await store.search({ terms: new Map([['shared', 1]]), most: 1 })
  counts.push(frequencies.get('shared') ?? 0)
  return false
}

/** As a keel of another layout would have left it. */
async function makeOld(server: Server, index: string): Promise<void> {
  const body = { _meta: { layout: 'another' } }
  await askDirectly(server, { method: 'PUT', path: `/${index}/_mapping`, body })
}

async function indexesOf(server: Server, name: string): Promise<string[]> {
  return Object.keys((await askDirectly(server, { path: `/keel-${name}-*/_alias` })) as object)
}

async function rejectedBy(server: Server): Promise<number> {
  const path = '/_nodes/stats/thread_pool?filter_path=nodes.*.thread_pool.write.rejected'
  const { nodes } = (await askDirectly(server, { path })) as {
    nodes: Record<string, { thread_pool: { write: { rejected: number } } }>
  }
  return Object.values(nodes).reduce((sum, { thread_pool }) => sum + thread_pool.write.rejected, 0)
}
