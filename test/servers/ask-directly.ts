import type { Server } from './start-server.ts'

export type DirectQuestion = { readonly path: string; readonly method?: string; readonly body?: object }

/** Asks a server past keel: the first of its nodes that answers. */
export async function askDirectly(
  { urls }: Server,
  { path, method = 'GET', body }: DirectQuestion,
): Promise<unknown> {
  const content = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  let said = 'nothing'
  for (const url of urls) {
    const answer = await fetch(`${url}${path}`, {
      method,
      ...content,
      signal: AbortSignal.timeout(30_000),
    }).catch(() => null)
    if (answer?.ok === true) return answer.json()
    if (answer !== null) said = `${answer.status} ${await answer.text()}`
  }
  throw new Error(`${method} ${path} was answered by ${said}`)
}
