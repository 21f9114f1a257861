import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { redact } from '#kit/redact.ts'
import { Fault } from '#words/fault.ts'
import { isBusy, pauseAfter, reasonIn, WRITING } from './ask-server.ts'
import { type SearchPlace, searchIndex } from './search-index.ts'

/** Deletes all documents of these paths; the next question finds none of them. */
export async function deletePaths(place: SearchPlace, paths: readonly string[]): Promise<void> {
  // What was written last may not be to be found yet, and what is not found would stay.
  await place.ask({ ...WRITING, method: 'POST', path: `/${place.alias}/_refresh` })
  for (let at = 0; at < paths.length; at += PATHS_MAX)
    await deleteSome(place, paths.slice(at, at + PATHS_MAX))
}

const PATHS_MAX = 1000

const deletedAnswer = z.object({ version_conflicts: z.number(), failures: z.array(z.unknown()) })

/** A document that was written again meanwhile is a conflict, and is looked at once more. */
async function deleteSome(place: SearchPlace, paths: readonly string[]): Promise<void> {
  const query = { terms: { path: paths } }
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const { status, body } = await place.ask({
      ...WRITING,
      method: 'POST',
      path: `/${place.alias}/_delete_by_query`,
      query: { conflicts: 'proceed', refresh: 'true' },
      body: { query },
      accept: [400],
    })
    if (status === 400) {
      if (!reasonIn(body).startsWith('no handler found')) throw notDeleted(reasonIn(body))
      return deleteOneByOne(place, query)
    }
    const { version_conflicts, failures } = deletedAnswer.parse(body)
    if (version_conflicts === 0 && failures.length === 0) return
  }
  throw notDeleted('somebody else is writing them')
}

const TRIES_MAX = 10

const itemsAnswer = z.object({
  items: z.array(z.object({ delete: z.object({ status: z.number(), error: z.unknown().optional() }) })),
})

/** For servers that lack the module that deletes by query. What they were too busy for is found again, and so asked for again. */
async function deleteOneByOne(place: SearchPlace, query: object): Promise<void> {
  for (let busy = 0; busy < TRIES_MAX; ) {
    const answer = await searchIndex(place, {
      size: DOCUMENTS_MAX,
      _source: false,
      track_total_hits: false,
      query,
    })
    const hits = answer?.hits.hits ?? []
    if (hits.length === 0) return
    const { body } = await place.ask({
      ...WRITING,
      method: 'POST',
      path: `/${place.alias}/_bulk`,
      query: { refresh: 'true', require_alias: 'true' },
      lines: hits.map(({ _id }) => JSON.stringify({ delete: { _id } })),
    })
    const items = itemsAnswer.parse(body).items.map((item) => item.delete)
    const refused = items.find(({ status }) => status >= 400 && status !== 404 && !isBusy(status))
    if (refused !== undefined) throw notDeleted(redact(reasonIn({ error: refused.error })))
    if (!items.some(({ status }) => isBusy(status))) continue
    await sleep(pauseAfter(busy))
    busy += 1
  }
  throw notDeleted('the server is too busy')
}

const DOCUMENTS_MAX = 5000

function notDeleted(why: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'store-not-deleted',
    message: `The server of knowledge did not delete all that it was asked to: ${why}`,
    hint: 'Try again: what was deleted stays so.',
  })
}
