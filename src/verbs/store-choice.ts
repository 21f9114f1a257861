import type { Config } from '#config/schema.ts'
import { Fault } from '#words/fault.ts'
import { validConfig } from './valid-config.ts'
import type { World } from './world.ts'

/**
 * The store that the configuration names. A repository may say where its server is, but a key of the user's goes only where the
 * user says: else whoever can write to `.keel/config.yaml` could have it sent to them.
 */
export function storeChoice(world: World): Config['context']['knowledge'] {
  const choice = validConfig(world).context.knowledge
  const { environment } = world.place
  const hasSecret = SECRETS.some((name) => (environment[name] ?? '') !== '')
  if (choice.store !== 'sqlite' && hasSecret && isOfProject(world)) throw foreign(choice.url)
  return choice
}

const SECRETS = ['KEEL_KNOWLEDGE_API_KEY', 'KEEL_KNOWLEDGE_PASSWORD']

function isOfProject({ config }: World): boolean {
  const origins = config.kind === 'valid' ? config.origins : []
  return origins.some(({ key, source }) => key === 'context.knowledge.url' && source.kind === 'project')
}

function foreign(url: string): Fault {
  const address = URL.canParse(url) ? new URL(url).origin : url
  return new Fault({
    kind: 'config',
    code: 'store-address-of-project',
    message: `The address of the knowledge store comes from the project’s own configuration, and your key is sent only where you say yourself: ${address}`,
    hint: `export KNOWLEDGE_STORE_URL=${address}`,
  })
}
