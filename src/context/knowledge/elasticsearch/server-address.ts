import { readFileSync } from 'node:fs'
import { Fault } from '#words/fault.ts'

/** Where a server of knowledge is, and what it wants to see of whoever asks. */
export type ServerAddress = {
  readonly product: ServerProduct
  /** One or several nodes of the same cluster, without names or passwords. */
  readonly nodes: readonly string[]
  /** What the index of a project is called. An alias: what is behind it changes with its mapping. */
  readonly alias: string
  /** The value of the header, or null where the server lets everybody in. Never shown. */
  readonly authorization: string | null
  /** Certificates that are trusted beside those of the system. */
  readonly certificates: string | null
}

export type ServerProduct = keyof typeof PRODUCTS

export const PRODUCTS = { elasticsearch: 'Elasticsearch', opensearch: 'OpenSearch' } as const

export type ServerWords = {
  readonly product: ServerProduct
  readonly nodes: readonly string[]
  /** Of the project: any text. */
  readonly name: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Reads an address as the user wrote it, and takes secrets from the environment. Nothing is asked yet. */
export function serverAddress({ product, nodes, name, environment }: ServerWords): ServerAddress {
  const urls = nodes.map(parseNode)
  const [first] = urls
  if (first === undefined) throw invalid(product, 'No node is named.')
  return {
    product,
    nodes: urls.map(({ protocol, host, pathname }) => `${protocol}//${host}${pathname.replace(/\/$/, '')}`),
    alias: aliasOf(name),
    authorization: authorizationIn(environment) ?? authorizationOf(first),
    certificates: certificatesIn(environment),
  }
}

export const API_KEY = 'KEEL_KNOWLEDGE_API_KEY'
const USERNAME = 'KEEL_KNOWLEDGE_USERNAME'
const PASSWORD = 'KEEL_KNOWLEDGE_PASSWORD'
const CA_FILE = 'KEEL_KNOWLEDGE_CA_FILE'

function parseNode(text: string): URL {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return new URL(text)
  // Whatever it is, it may hold a password.
  throw invalid('elasticsearch', 'The address of a node is none. It begins with http:// or https://.')
}

function invalid(product: ServerProduct, message: string): Fault {
  return new Fault({
    kind: 'config',
    code: 'store-address-invalid',
    message,
    hint: `An address is such as https://${product}.example.com:9200`,
  })
}

/** What servers allow of a name is less than what folders are called. */
function aliasOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, NAME_MAX)
  return `keel-${plain === '' ? 'project' : plain}`
}

const NAME_MAX = 180

function authorizationIn(environment: ServerWords['environment']): string | null {
  const key = environment[API_KEY]?.trim()
  if (key !== undefined && key !== '') return `ApiKey ${key}`
  const username = environment[USERNAME]?.trim()
  return username === undefined || username === '' ? null : basic(username, environment[PASSWORD] ?? '')
}

function authorizationOf({ username, password }: URL): string | null {
  return username === '' ? null : basic(decodeURIComponent(username), decodeURIComponent(password))
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

function certificatesIn(environment: ServerWords['environment']): string | null {
  const file = environment[CA_FILE]?.trim()
  if (file === undefined || file === '') return null
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Fault({
      kind: 'config',
      code: 'store-certificates-unreadable',
      message: `${CA_FILE} cannot be read: ${file}`,
      hint: `export ${CA_FILE}=/path/to/http_ca.crt`,
      cause,
    })
  }
}
