import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { Fault } from '#words/fault.ts'
import { type AskServer, WRITING } from './ask-server.ts'
import { copyDocuments } from './copy-documents.ts'
import type { IndexLayout, VectorKind } from './index-layout.ts'
import type { ServerAddress } from './server-address.ts'

export type IndexPlace = {
  readonly ask: AskServer
  readonly address: ServerAddress
  readonly layout: IndexLayout
}

/**
 * Sees to it that behind the alias there is an index of today’s layout. One of another layout answers until all that is in
 * it is in the new one; then the alias changes over at once.
 */
export async function prepareIndex(place: IndexPlace): Promise<void> {
  const old = await findIndex(place)
  if (old === null) return beginIndex(place)
  if (old.layout !== place.layout.id) await moveIndex(place, old.name)
}

const pluginsAnswer = z.array(z.object({ component: z.string() }))

/** Who may not be asked for its plugins is a hosted server, and those have them all. */
export async function findVectorKind(ask: AskServer, { product }: ServerAddress): Promise<VectorKind> {
  if (product === 'elasticsearch') return product
  const { status, body } = await ask({
    method: 'GET',
    path: '/_cat/plugins',
    query: { format: 'json', h: 'component' },
    accept: [401, 403],
  })
  if (status >= 400) return product
  return pluginsAnswer.parse(body).some(({ component }) => component === 'opensearch-knn') ? product : 'none'
}

export type FoundIndex = { readonly name: string; readonly layout: string | null }

const indexAnswer = z.record(
  z.string(),
  z.object({ mappings: z.object({ _meta: z.object({ layout: z.string() }).optional() }) }),
)

/** What is behind the alias now. */
export async function findIndex({ ask, address }: Omit<IndexPlace, 'layout'>): Promise<FoundIndex | null> {
  const { status, body } = await ask({ method: 'GET', path: `/${address.alias}/_mapping`, accept: [404] })
  if (status === 404) return null
  const [first] = Object.entries(indexAnswer.parse(body))
  if (first === undefined) return null
  const [name, { mappings }] = first
  if (name === address.alias) throw notAnAlias(name)
  return { name, layout: mappings._meta?.layout ?? null }
}

async function beginIndex(place: IndexPlace): Promise<void> {
  const { ask, address, layout } = place
  // The same name for whoever begins at the same time: one of them is second, and finds all done.
  const name = `${address.alias}-${layout.id}`
  const made = await makeIndex(place, { name, aliases: { [address.alias]: {} } })
  if (made || (await findIndex(place)) !== null) return
  await ask({
    ...WRITING,
    method: 'POST',
    path: '/_aliases',
    body: { actions: [{ add: { index: name, alias: address.alias } }] },
  })
}

/** False where it is there already. */
async function makeIndex(
  { ask, layout }: IndexPlace,
  { name, aliases }: { name: string; aliases: object },
): Promise<boolean> {
  const { settings, mappings, id } = layout
  const { status, body } = await ask({
    ...WRITING,
    method: 'PUT',
    path: `/${name}`,
    body: { settings: { index: settings }, mappings: { ...mappings, _meta: { layout: id } }, aliases },
    accept: [400],
  })
  if (status < 400) return true
  if (JSON.stringify(body).includes('resource_already_exists_exception')) return false
  throw new Fault({
    kind: 'internal',
    code: 'store-refused',
    message: `The server of knowledge does not make an index as keel wants it: ${JSON.stringify(body).slice(0, 500)}`,
  })
}

async function moveIndex(place: IndexPlace, from: string): Promise<void> {
  const { ask, address, layout } = place
  // Its own for whoever moves: of two at the same time, each fills one, and the slower throws it away.
  const to = `${address.alias}-${layout.id}-${randomBytes(4).toString('hex')}`
  await makeIndex(place, { name: to, aliases: {} })
  try {
    const upTo = await copyDocuments({ ask, layout, from, to, after: null })
    // What somebody wrote meanwhile, and then, once nobody can any more, what came last.
    const nearly = await copyDocuments({ ask, layout, from, to, after: upTo })
    const { status } = await ask({
      ...WRITING,
      method: 'POST',
      path: '/_aliases',
      body: {
        actions: [
          { remove: { index: from, alias: address.alias, must_exist: true } },
          { add: { index: to, alias: address.alias } },
        ],
      },
      accept: [404],
    })
    if (status === 404) return await dropIndex(ask, to)
    await copyDocuments({ ask, layout, from, to, after: nearly })
  } catch (error) {
    const now = await findIndex(place)
    if (now?.name === to) throw error
    await dropIndex(ask, to)
    // Somebody else was faster, and what was copied from is gone.
    if (now?.layout === layout.id) return
    throw error
  }
  await dropIndex(ask, from)
}

async function dropIndex(ask: AskServer, name: string): Promise<void> {
  await ask({ ...WRITING, method: 'DELETE', path: `/${name}`, accept: [404] })
}

function notAnAlias(name: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'store-name-taken',
    message: `The server has an index of the name ${name}, where keel keeps an alias. Nothing was changed.`,
    hint: 'Choose another name for the store.',
  })
}
