import picomatch from 'picomatch'
import { cacheFolder } from '#context/map/cache-folder.ts'
import type { PackQuestion } from '#context/pack/pack-question.ts'
import { nearest } from '#kit/nearest.ts'
import { loadTokenCounter } from '#kit/tokens.ts'
import { Fault } from '#words/fault.ts'
import { packKnowledge } from './pack-knowledge.ts'
import { validConfig } from './valid-config.ts'
import { warnOfRefusal } from './warn-of-refusal.ts'
import type { World } from './world.ts'

/** What a person or an agent may say of a pack, beside the task. */
export type PackWish = {
  readonly budget?: number | undefined
  readonly strategy?: PackQuestion['strategy'] | undefined
  readonly role?: string | undefined
  readonly domain?: string | undefined
  readonly target?: readonly string[]
  /** Where what was read is kept; null for nowhere. Default: where keel keeps it. */
  readonly cache?: string | null
}

/** A question as the configuration has it where nobody says otherwise. */
export async function packQuestion(
  { task, targets, ...wish }: PackWish & { readonly task: string; readonly targets?: readonly string[] },
  world: World,
): Promise<PackQuestion> {
  const config = validConfig(world).context.pack
  const { root } = world.place
  return {
    root,
    task,
    targets: [...(wish.target ?? []), ...(targets ?? [])],
    mayShow: mayShow(wish.role, config.roles),
    domains: config.domains,
    domain: wish.domain === undefined ? null : knownDomain(wish.domain, Object.keys(config.domains)),
    budget: wish.budget ?? config.token_budget,
    minRelevance: config.min_relevance,
    strategy: wish.strategy ?? config.strategy,
    summaryTokensMax: config.summary_max_tokens,
    // As measured, where nobody says otherwise.
    emphasis: { ast: config.ast_weight / AST_WEIGHT, semantic: config.semantic_weight / SEMANTIC_WEIGHT },
    knowledge: packKnowledge(world),
    countTokens: await loadTokenCounter(),
    // Who only tries keeps nothing: to ask for the folder would make it.
    cache: wish.cache === undefined ? cacheFolder(root) : wish.cache,
    onRefusal: warnOfRefusal(root, world),
    signal: world.signal,
  }
}

/** The defaults of the configuration. */
const AST_WEIGHT = 0.6
const SEMANTIC_WEIGHT = 0.4

function mayShow(
  role: string | undefined,
  roles: Readonly<Record<string, readonly string[]>>,
): PackQuestion['mayShow'] {
  const globs = role === undefined ? undefined : roles[role]
  // Who restricts one role means every other to be known, too.
  if (role !== undefined && globs === undefined && Object.keys(roles).length > 0)
    throw unknown(role, { names: Object.keys(roles), what: 'role' })
  return globs === undefined ? () => true : picomatch([...globs], { dot: true })
}

function knownDomain(name: string, names: readonly string[]): string {
  if (names.includes(name)) return name
  throw unknown(name, { names, what: 'domain' })
}

function unknown(
  name: string,
  { names, what }: { readonly names: readonly string[]; readonly what: 'domain' | 'role' },
): Fault {
  const meant = nearest(name, names)
  return new Fault({
    kind: 'user',
    code: `unknown-${what}`,
    message: `There is no ${what} ${JSON.stringify(name)}. They are named in context.pack.${what}s of the configuration.`,
    hint: meant === null ? `keel config context.pack.${what}s` : `keel pack --${what} ${meant}`,
  })
}
