import type { Scenario } from './scenario.ts'

export type Aside = { readonly status: number; readonly body: unknown }

/** What clients ask beside the conversation. A script has no say in it, but for the models that a listing shows. */
export function answerAside({
  method,
  path,
  text,
  scenario,
}: {
  method: string
  path: string
  text: string
  scenario: Scenario
}): Aside {
  if (method === 'HEAD') return { status: 200, body: null }
  if (method === 'GET') return listModels(path, scenario) ?? unknown(method, path)
  // A rough count is enough: what matters is that it grows with what is counted.
  const tokens = Math.ceil(text.length / 4)
  if (/\/messages\/count_tokens$/.test(path)) return { status: 200, body: { input_tokens: tokens } }
  if (/\/responses\/input_tokens$/.test(path)) {
    return { status: 200, body: { object: 'response.input_tokens', input_tokens: tokens } }
  }
  if (/:countTokens$/.test(path)) return { status: 200, body: { totalTokens: tokens } }
  return unknown(method, path)
}

function listModels(path: string, { models }: Scenario): Aside | null {
  const [, version, name] = /\/(v1|v1beta)\/models(?:\/([^/]+))?$/.exec(path) ?? []
  if (version === undefined) return null
  const describe = version === 'v1' ? describeForLists : describeForGemini
  if (name !== undefined) {
    const found = models.find((model) => model === name)
    return found === undefined ? null : { status: 200, body: describe(found) }
  }
  const described = models.map(describe)
  if (version === 'v1beta') return { status: 200, body: { models: described } }
  const body = {
    object: 'list',
    data: described,
    has_more: false,
    first_id: models[0],
    last_id: models.at(-1),
  }
  return { status: 200, body }
}

/** OpenAI and Anthropic list their models at one address; this is both of them at once. */
function describeForLists(id: string): unknown {
  return {
    id,
    object: 'model',
    created: 0,
    owned_by: 'scripted',
    type: 'model',
    display_name: id,
    created_at: new Date(0).toISOString(),
  }
}

function describeForGemini(name: string): unknown {
  return {
    name: `models/${name}`,
    displayName: name,
    inputTokenLimit: 1_000_000,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
  }
}

function unknown(method: string, path: string): Aside {
  return { status: 404, body: { error: { message: `scripted model: nothing answers ${method} ${path}` } } }
}
