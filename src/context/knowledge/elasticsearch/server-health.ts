import * as z from 'zod'
import { Fault } from '#words/fault.ts'
import type { StoreHealth } from '../knowledge-store.ts'
import type { AskServer } from './ask-server.ts'
import { findIndex } from './prepare-index.ts'
import { PRODUCTS, type ServerAddress } from './server-address.ts'

export type HealthQuestion = {
  readonly ask: AskServer
  readonly address: ServerAddress
  /** Null where it could not be found out. */
  readonly layout: string | null
}

const rootAnswer = z.object({ version: z.object({ number: z.string() }) })
const countAnswer = z.object({ count: z.number() })
const clusterAnswer = z.object({ status: z.string(), number_of_nodes: z.number() })

/** Never throws: a server that is away, or does not let us in, is `down` and says why. */
export async function serverHealth(question: HealthQuestion): Promise<StoreHealth> {
  try {
    return await askHealth(question)
  } catch (error) {
    if (error instanceof Fault) return { kind: 'down', why: error.message }
    throw error
  }
}

async function askHealth({ ask, address, layout }: HealthQuestion): Promise<StoreHealth> {
  const quick = { method: 'GET', timeoutMs: 3000, patienceMs: 0 } as const
  const count = await ask({ ...quick, path: `/${address.alias}/_count`, accept: [404] })
  const found = await findIndex({ ask, address })
  // Who may only read its own index is told nothing of the server.
  const [root, cluster] = await Promise.all([
    ask({ ...quick, path: '/', accept: [400, 401, 403, 404, 405] }),
    ask({ ...quick, path: '/_cluster/health', accept: [401, 403, 408] }),
  ])
  const isOld = found !== null && layout !== null && found.layout !== layout
  const says = [
    `${PRODUCTS[address.product]} ${versionIn(root.body)}at ${address.nodes[0]}`,
    ...nodesIn(cluster.body),
    `index ${address.alias}`,
    ...(isOld ? ['made by another version of keel: the next scan renews it'] : []),
  ]
  return {
    kind: 'up',
    documents: count.status === 404 ? 0 : countAnswer.parse(count.body).count,
    says: says.join(', '),
  }
}

function versionIn(body: unknown): string {
  const root = rootAnswer.safeParse(body)
  return root.success ? `${root.data.version.number} ` : ''
}

function nodesIn(body: unknown): string[] {
  const cluster = clusterAnswer.safeParse(body)
  if (!cluster.success) return []
  const { status, number_of_nodes: nodes } = cluster.data
  return [status, nodes === 1 ? '1 node' : `${nodes} nodes`]
}
