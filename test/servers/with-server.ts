import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest'
import { openElasticsearchStore } from '#context/knowledge/elasticsearch/open-elasticsearch-store.ts'
import { serverAddress } from '#context/knowledge/elasticsearch/server-address.ts'
import type { KnowledgeStore } from '#context/knowledge/knowledge-store.ts'
import type { StoreMaker } from '../contracts/knowledge-store.ts'
import type { ServerName } from './catalogue.mjs'
import { findServer, type Server, type ServerWish, startServer } from './start-server.ts'

export type ServerTests = {
  readonly product: ServerName
  readonly title: string
  readonly wish?: ServerWish
  /** Its tests. The server is there as soon as the first of them begins. */
  readonly tests: (server: () => Server) => void
}

/** Tests with a server of their own, or one that is skipped and says why. */
export function withServer({ product, title, wish = {}, tests }: ServerTests): void {
  const found = findServer(product, wish)
  if (found.kind === 'absent') {
    it.skip(`${title}: ${found.reason}`, () => {})
    return
  }
  describe(title, () => {
    let server: Server | null = null
    beforeAll(async () => {
      server = await startServer(product, wish)
      console.log(
        `${product} ${server.version}, ${server.urls.length} node(s), up after ${server.startedInMs} ms`,
      )
    }, 200_000)
    afterAll(() => server?.stop(), 60_000)
    tests(() => {
      if (server === null) throw new Error('The server is not up.')
      return server
    })
  })
}

/** A store in an index of its own. */
export function openOn({ name: product, urls }: Server, name: string): KnowledgeStore {
  return openElasticsearchStore(serverAddress({ product, nodes: urls, name, environment: {} }))
}

export function serverMaker(product: ServerName, server: () => Server): StoreMaker {
  return {
    name: product,
    make: async () => {
      const name = freshName()
      onTestFinished(async () => {
        await fetch(`${server().urls[0]}/keel-${name}-*`, { method: 'DELETE' })
      })
      return { open: async () => openOn(server(), name) }
    },
  }
}

export function freshName(): string {
  names += 1
  return `test-${process.pid}-${names}`
}

let names = 0
