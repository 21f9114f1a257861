import { basename } from 'node:path'
import { fileOfTree } from '#context/code/file-of-tree.ts'
import { Fault } from '#words/fault.ts'
import { openElasticsearchStore } from './elasticsearch/open-elasticsearch-store.ts'
import { type ServerProduct, serverAddress } from './elasticsearch/server-address.ts'
import type { KnowledgeStore } from './knowledge-store.ts'
import { openSqliteStore } from './sqlite/open-sqlite-store.ts'

export type StoreRequest = {
  readonly root: string
  readonly cache: string | null
  readonly choice: { readonly store: 'sqlite' | ServerProduct; readonly url: string; readonly index: string }
  readonly environment: Readonly<Record<string, string | undefined>>
}

export type OpenedStore = {
  readonly store: KnowledgeStore
  /** As a person would call it. */
  readonly name: string
  /** Whether others write to it, too. */
  readonly isShared: boolean
}

/** The store that the configuration names. Nothing is asked yet: whether it is up is another question. */
export function openStore({ root, cache, choice, environment }: StoreRequest): OpenedStore {
  const { store: product, url, index } = choice
  if (product === 'sqlite') {
    if (cache === null) throw noRoom(root)
    const file = `${fileOfTree(cache, { kind: 'knowledge', root })}.db`
    return { store: openSqliteStore(file), name: product, isShared: false }
  }
  const nodes = url.split(',').flatMap((node) => node.trim() || [])
  if (nodes.length === 0) throw noAddress(product)
  const address = serverAddress({ product, nodes, name: index || basename(root), environment })
  return {
    store: openElasticsearchStore(address),
    name: `${product} at ${address.nodes.join(', ')}, index ${address.alias}`,
    isShared: true,
  }
}

function noRoom(root: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'nowhere-to-keep',
    message: `Nothing can be written in ${root}, so there is nowhere to keep what is known of it.`,
    hint: 'keel pack "what you look for"',
  })
}

function noAddress(product: ServerProduct): Fault {
  return new Fault({
    kind: 'config',
    code: 'store-address-missing',
    message: `\`${product}\` needs an address: context.knowledge.url is not set.`,
    hint: 'export KNOWLEDGE_STORE_URL=http://127.0.0.1:9200',
  })
}
