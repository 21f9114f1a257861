import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { openElasticsearchStore } from '#context/knowledge/elasticsearch/open-elasticsearch-store.ts'
import { serverAddress } from '#context/knowledge/elasticsearch/server-address.ts'
import type { KnowledgeStore } from '#context/knowledge/knowledge-store.ts'
import { numberedDocuments } from './numbered-documents.ts'
import type { Server } from './start-server.ts'
import { withServer } from './with-server.ts'

const PASSWORD = 'correct horse: battery/staple@ü'
const WRITER = { KEEL_KNOWLEDGE_USERNAME: 'writer', KEEL_KNOWLEDGE_PASSWORD: PASSWORD }
const READER = { KEEL_KNOWLEDGE_USERNAME: 'reader', KEEL_KNOWLEDGE_PASSWORD: PASSWORD }

withServer({
  product: 'elasticsearch',
  title: 'a store on elasticsearch that asks who is there',
  wish: {
    settings: { 'xpack.security.enabled': 'true' },
    files: {
      users: ['writer', 'reader'].map((name) => `${name}:${hashed(PASSWORD)}\n`).join(''),
      users_roles: 'keel_writer:writer\nkeel_reader:reader\n',
      'roles.yml': `keel_writer:
  indices: [{ names: ['keel-*'], privileges: [read, view_index_metadata, write, create_index, manage] }]
keel_reader:
  indices: [{ names: ['keel-*'], privileges: [read, view_index_metadata] }]
`,
    },
  },
  tests: (server) => {
    it('needs no more rights than the guide says', async () => {
      const writer = storeFor(server(), WRITER)
      await writer.index(numberedDocuments({ to: 10 }))
      await writer.deleteFiles(['src/0.ts'])
      const reader = storeFor(server(), READER)
      expect((await reader.files()).size).toBe(9)
      const found = await reader.search({ terms: new Map([['shared', 1]]), most: 5 })
      expect(found).toMatchObject({ documents: 9 })
      const near = await reader.nearest({ vector: Float32Array.of(1, 0, 0), most: 1 })
      expect(near).toMatchObject([{ id: 'src/1.ts' }])
      expect(await reader.health()).toMatchObject({ kind: 'up', documents: 9 })
      await expect(reader.index(numberedDocuments({ to: 1 }))).rejects.toMatchObject({ code: 'store-denied' })
    })

    it('takes a name and a password from the address, too, and shows them to nobody', async () => {
      const written = `http://reader:${encodeURIComponent(PASSWORD)}@${new URL(server().urls[0] ?? '').host}`
      const health = await storeFor({ ...server(), urls: [written] }, {}).health()
      expect(health).toMatchObject({ kind: 'up' })
      expect(JSON.stringify(health)).not.toContain('horse')
    })

    it.each([
      {},
      { ...READER, KEEL_KNOWLEDGE_PASSWORD: 'wrong' },
      { KEEL_KNOWLEDGE_API_KEY: 'd3Jvbmc6a2V5' },
    ])('is down for who is not let in: %j', async (environment) => {
      const store = storeFor(server(), environment)
      expect(await store.health()).toMatchObject({ kind: 'down', why: expect.stringContaining('401') })
      const question = { terms: new Map([['shared', 1]]), most: 1 }
      await expect(store.search(question)).rejects.toMatchObject({ code: 'store-denied' })
    })
  },
})

function storeFor({ urls }: Server, environment: Readonly<Record<string, string>>): KnowledgeStore {
  const address = serverAddress({ product: 'elasticsearch', nodes: urls, name: 'guarded', environment })
  const store = openElasticsearchStore(address)
  onTestFinished(() => store.close())
  return store
}

/** As the server keeps it in a file. */
function hashed(password: string): string {
  const salt = randomBytes(32)
  const hash = pbkdf2Sync(password, salt, 10_000, 32, 'sha512')
  return `{PBKDF2}10000$${salt.toString('base64')}$${hash.toString('base64')}`
}
