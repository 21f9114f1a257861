import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { askDirectly } from './ask-directly.ts'
import { numberedDocuments } from './numbered-documents.ts'
import type { Server } from './start-server.ts'
import { freshName, openOn, withServer } from './with-server.ts'

withServer({
  product: 'elasticsearch',
  title: 'a store on three nodes of elasticsearch',
  wish: { nodes: 3 },
  tests: testLossOfNode,
})

withServer({
  product: 'opensearch',
  title: 'a store on three nodes of opensearch, without the plugin for vectors',
  wish: { nodes: 3, without: ['opensearch-knn'] },
  tests: (server) => {
    testLossOfNode(server)

    it('keeps vectors, and says that it cannot compare them', async () => {
      const store = openOn(server(), freshName())
      onTestFinished(() => store.close())
      await store.index(numberedDocuments({ to: 3 }))
      expect((await store.get('src/2.ts'))?.vector).toEqual(Float32Array.of(1, 2, 0))
      await expect(store.nearest({ vector: Float32Array.of(1, 0, 0), most: 1 })).rejects.toMatchObject({
        code: 'store-without-vectors',
      })
    })
  },
})

function testLossOfNode(server: () => Server): void {
  it('loses nothing when a node dies while documents are written, and goes on', async () => {
    const name = freshName()
    const store = openOn(server(), name)
    onTestFinished(() => store.close())
    await store.index(numberedDocuments({ to: 100 }))
    await whenCopied(server(), name)
    const before = await nodeOfPrimary(server(), name)
    let dying: Promise<void> | null = null
    const underLoad = function* () {
      for (const document of numberedDocuments({ from: 100, to: DOCUMENTS })) {
        // Some batches are on their way then, and most are not made yet.
        if (document.path === DEADLY) dying = server().kill(before)
        yield document
      }
    }
    const began = performance.now()
    await store.index(underLoad())
    const seconds = (performance.now() - began) / 1000
    console.log(`${DOCUMENTS - 100} documents and the loss of a node in ${seconds.toFixed(1)} s`)
    expect(dying).not.toBeNull()
    await dying
    expect([...(await store.files()).values()].map(Number).sort((one, other) => one - other)).toEqual(
      Array.from({ length: DOCUMENTS }, (_, number) => number),
    )
    const found = await store.search({ terms: new Map([['shared', 1]]), most: 1 })
    expect(found.frequencies.get('shared')).toBe(DOCUMENTS)
    expect(await nodeOfPrimary(server(), name)).not.toBe(before)
    await store.deleteFiles(['src/0.ts'])
    await store.index(numberedDocuments({ from: DOCUMENTS, to: DOCUMENTS + 1000 }))
    expect(await store.health()).toMatchObject({
      kind: 'up',
      documents: DOCUMENTS + 999,
      says: expect.stringContaining('2 nodes'),
    })
  }, 180_000)
}

const DOCUMENTS = 12_000
const DEADLY = 'src/5000.ts'

/** To a second node. */
async function whenCopied(server: Server, name: string): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    const shards = await shardsOf(server, name)
    if (shards.length === 2 && shards.every(({ state }) => state === 'STARTED')) return
    await sleep(250)
  }
  throw new Error('The copy is not there.')
}

async function nodeOfPrimary(server: Server, name: string): Promise<number> {
  const shards = await shardsOf(server, name)
  return Number(shards.find(({ prirep }) => prirep === 'p')?.node.replace('node-', ''))
}

type Shard = { readonly prirep: 'p' | 'r'; readonly node: string; readonly state: string }

async function shardsOf(server: Server, name: string): Promise<Shard[]> {
  const path = `/_cat/shards/keel-${name}?format=json&h=prirep,node,state`
  return (await askDirectly(server, { path })) as Shard[]
}
