import { PRODUCTS, type ServerAddress } from './server-address.ts'

/** The official client of a server, less what differs between the two. */
export type Wire = {
  readonly ask: (request: WireRequest) => Promise<WireAnswer>
  readonly close: () => Promise<void>
}

export type WireRequest = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Either one value, or one a line. */
  readonly body?: object
  readonly lines?: readonly string[]
  readonly timeoutMs: number
}

/** `lost`: no answer came, and nobody knows whether the question arrived. */
export type WireAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'lost'; readonly why: string; readonly isPassing: boolean }

/** Each client is loaded when the first question is asked, and by nobody else. */
export function openWire(address: ServerAddress): Wire {
  let opened: Promise<Client> | null = null
  return {
    ask: async ({ method, path, query = {}, body, lines, timeoutMs }) => {
      opened ??= openClient(address)
      const content = lines !== undefined ? { bulkBody: `${lines.join('\n')}\n` } : { ...(body && { body }) }
      try {
        const { transport } = await opened
        const given = { method, path, querystring: { ...query }, ...content }
        // Asking again is for whoever knows how long that makes sense.
        const { statusCode, body: heard } = await transport.request(given, {
          requestTimeout: timeoutMs,
          maxRetries: 0,
          meta: true,
        })
        return { kind: 'answered', status: statusCode ?? 0, body: heard }
      } catch (error) {
        return answerOf(error, address)
      }
    },
    close: async () => (await opened)?.close(),
  }
}

type Client = {
  readonly transport: { readonly request: (given: Given, options: Options) => PromiseLike<Heard> }
  readonly close: () => Promise<void>
}
type Given = {
  readonly method: string
  readonly path: string
  readonly querystring: Record<string, string>
  readonly body?: object
  readonly bulkBody?: string
}
type Options = { readonly requestTimeout: number; readonly maxRetries: 0; readonly meta: true }
type Heard = { readonly statusCode?: number | null; readonly body: unknown }

async function openClient({ product, nodes, authorization, certificates }: ServerAddress): Promise<Client> {
  const headers = authorization === null ? {} : { authorization }
  const tls = certificates === null ? {} : { ca: certificates }
  switch (product) {
    case 'elasticsearch': {
      const { Client } = await import('@elastic/elasticsearch')
      return new Client({ nodes: [...nodes], headers, tls }) as Client
    }
    case 'opensearch': {
      const { Client } = await import('@opensearch-project/opensearch')
      return new Client({ nodes: [...nodes], headers, ssl: tls }) as Client
    }
  }
}

/** Both clients throw alike. Their errors carry the whole request, and so nothing but these parts of them goes any further. */
function answerOf(error: unknown, { product }: ServerAddress): WireAnswer {
  if (!(error instanceof Error)) throw error
  const { statusCode, body } = error as { statusCode?: unknown; body?: unknown }
  if (error.name === 'ProductNotSupportedError')
    return { kind: 'lost', why: `it is not ${PRODUCTS[product]}`, isPassing: false }
  if (typeof statusCode === 'number') return { kind: 'answered', status: statusCode, body }
  if (!LOSSES.has(error.name)) throw error
  return {
    kind: 'lost',
    why: error.message,
    isPassing: !/certificate|self.signed|SSL|TLS/i.test(error.message),
  }
}

const LOSSES: ReadonlySet<string> = new Set([
  'ConnectionError',
  'TimeoutError',
  'NoLivingConnectionsError',
  'DeserializationError',
  'RequestAbortedError',
])
