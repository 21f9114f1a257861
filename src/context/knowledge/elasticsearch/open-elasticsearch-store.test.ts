import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openElasticsearchStore } from './open-elasticsearch-store.ts'
import { type ServerProduct, serverAddress } from './server-address.ts'

describe.each(['elasticsearch', 'opensearch'] as const)('a store on %s that is down', (product) => {
  it('says so, with its address and without a password', async () => {
    const { store, port } = await storeOfNobody(product)
    const health = await store.health()
    expect(health).toMatchObject({ kind: 'down', why: expect.stringContaining(`127.0.0.1:${port}`) })
    expect(JSON.stringify(health)).not.toContain('hunter2')
  })

  it('fails with what to type next', async () => {
    const { store, port } = await storeOfNobody(product)
    const question = { terms: new Map([['total', 1]]), most: 1 }
    await expect(store.search(question)).rejects.toMatchObject({
      code: 'store-down',
      hint: `curl -sS http://127.0.0.1:${port}`,
      message: expect.not.stringContaining('hunter2'),
    })
    await expect(store.index([])).rejects.toMatchObject({ code: 'store-down' })
  })
})

async function storeOfNobody(product: ServerProduct) {
  const port = await portOfNobody()
  const nodes = [`http://keel:hunter2@127.0.0.1:${port}`]
  const store = openElasticsearchStore(serverAddress({ product, nodes, name: 'shop', environment: {} }))
  onTestFinished(() => store.close())
  return { store, port }
}

async function portOfNobody(): Promise<number> {
  const door = createServer()
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const { port } = door.address() as AddressInfo
  await new Promise((resolve) => door.close(resolve))
  return port
}
