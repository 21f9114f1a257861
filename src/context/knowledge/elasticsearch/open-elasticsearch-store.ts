import * as z from 'zod'
import type { KnowledgeDocument, KnowledgeStore } from '../knowledge-store.ts'
import { openAsking, WRITING } from './ask-server.ts'
import { vectorsIn } from './copy-documents.ts'
import { deletePaths } from './delete-paths.ts'
import { type DocumentRecord, documentOf, recordId } from './document-record.ts'
import { findDocuments } from './find-documents.ts'
import { indexLayout } from './index-layout.ts'
import { listIndexedFiles } from './list-indexed-files.ts'
import { nearestDocuments } from './nearest-documents.ts'
import { openWire } from './open-wire.ts'
import { findVectorKind, prepareIndex } from './prepare-index.ts'
import { PARTS } from './search-index.ts'
import type { ServerAddress } from './server-address.ts'
import { serverHealth } from './server-health.ts'
import { writeDocuments } from './write-documents.ts'

/**
 * A store on a server of a team: Elasticsearch, or OpenSearch, its sister. Nothing is asked before the first question, and
 * nothing is made before the first document is written: who only searches needs no right to write.
 */
export function openElasticsearchStore(address: ServerAddress): KnowledgeStore {
  const { alias } = address
  const wire = openWire(address)
  const ask = openAsking(wire, address)
  const place = { ask, alias }
  const vectorKind = once(() => findVectorKind(ask, address))
  const prepared = once(async () => {
    const layout = indexLayout(await vectorKind())
    await prepareIndex({ ask, address, layout })
    return {
      ...place,
      target: alias,
      isAlias: true,
      beforeVectors: vectorsIn({ ask, layout, target: alias }),
    }
  })
  return {
    index: async (documents) => {
      const to = await prepared()
      await writeDocuments(to, documents)
      await ask({ ...WRITING, method: 'POST', path: `/${alias}/_refresh` })
    },
    search: (question) => findDocuments(place, question),
    nearest: async (question) => nearestDocuments({ ...place, vectors: await vectorKind() }, question),
    get: async (id) => {
      const { status, body } = await ask({
        method: 'GET',
        path: `/${alias}/_doc/${encodeURIComponent(recordId(id))}`,
        query: { _source_includes: [...PARTS, 'terms', 'long', 'packed'].join(',') },
        accept: [404],
      })
      return status === 404 ? null : documentIn(body)
    },
    deleteFiles: async (paths) => {
      if (paths.length === 0) return
      await prepared()
      await deletePaths(place, paths)
    },
    files: () => listIndexedFiles(place),
    health: async () => {
      const kind = await vectorKind().catch(() => null)
      return serverHealth({ ask, address, layout: kind === null ? null : indexLayout(kind).id })
    },
    close: () => wire.close(),
  }
}

const documentAnswer = z.object({ _source: z.custom<DocumentRecord>() })

function documentIn(body: unknown): KnowledgeDocument {
  return documentOf(documentAnswer.parse(body)._source)
}

/** Asks once; what failed is asked again. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
