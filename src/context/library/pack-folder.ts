import { existsSync } from 'node:fs'
import { join } from 'node:path'
import picomatch from 'picomatch'
import * as z from 'zod'
import { loadTokenCounter } from '#kit/tokens.ts'
import { Fault } from '#words/fault.ts'
import { contextConfig } from '../context-config.ts'
import type { ContextPack } from '../pack/context-pack.ts'
import type { Strategy } from '../pack/fit/strategy.ts'
import { pack } from '../pack/pack.ts'
import type { Domains } from '../pack/task/describe-task.ts'
import { hearRefusal, type Refused } from './hear-refusal.ts'
import { takeCache } from './take-cache.ts'
import { takeFolder } from './take-folder.ts'
import { takeOptions } from './take-options.ts'

/** What a pack is built from. */
export type PackRequest = {
  /** What is to be done, in as many words as there are. */
  readonly description: string
  /** Whose pack it is, with the globs of what that role may see. Default: everything. */
  readonly role?: { readonly name: string; readonly paths: readonly string[] }
  /** The part of the project that it is about; one of `domains`. Default: by the description. */
  readonly domain?: string
  /** Parts of the project by name, each with the paths that it begins with. */
  readonly domains?: Domains
  /** Paths that are in, whatever the description says. */
  readonly targetFiles?: readonly string[]
  /** Tokens that its text may take. It never takes more. Default: 100,000. */
  readonly budget?: number
  /** Files whose score is below this are left out. Default: 0.2. */
  readonly minRelevance?: number
  readonly strategy?: Strategy
  /** Tokens that its summary may take. Default: 4,000. */
  readonly summaryTokens?: number
  /** Where what was read is remembered; that of `keel pack` is `cacheFolder(folder)`. Default: nowhere. */
  readonly cache?: string | null
  readonly signal?: AbortSignal
}

/** A task as it is recorded. */
export type TaskRecord = {
  readonly title: string
  readonly description?: string
  readonly acceptance?: readonly string[]
  /** Paths that it expects to touch. A glob says nothing of a single file and is passed over. */
  readonly files?: readonly string[]
}

/** Chooses the files of a folder that a task needs, as `keel pack` does, but by what it is told and not by the configuration of a project. */
export async function packFolder(folder: string, request: PackRequest): Promise<ContextPack & Refused> {
  const root = takeFolder(folder)
  const taken = takeOptions(packRequest, { options: request, example: EXAMPLE })
  const { role, domain, domains } = taken
  if (taken.description.trim() === '')
    throw new Fault({
      kind: 'user',
      code: 'no-task',
      message: 'A pack needs a description.',
      hint: EXAMPLE,
    })
  if (domain !== undefined && domains[domain] === undefined)
    throw new Fault({
      kind: 'user',
      code: 'unknown-domain',
      message: `There is no domain ${domain} among the domains that were given: ${Object.keys(domains).join(', ') || 'none'}.`,
      hint: EXAMPLE,
    })
  const { onRefusal, heard } = hearRefusal(root)
  const built = await pack({
    root,
    onRefusal,
    task: taken.description,
    targets: taken.targetFiles,
    mayShow: role === undefined ? () => true : picomatch(role.paths, { dot: true }),
    domains,
    domain: domain ?? null,
    budget: taken.budget,
    minRelevance: taken.minRelevance,
    strategy: taken.strategy,
    summaryTokensMax: taken.summaryTokens,
    emphasis: { ast: 1, semantic: 1 },
    knowledge: null,
    countTokens: await loadTokenCounter(),
    cache: takeCache(taken.cache),
    signal: taken.signal,
  })
  return { ...built, ...heard() }
}

const EXAMPLE = "await packFolder('.', { description: 'Round prices up', budget: 20_000 })"

const { token_budget, min_relevance, strategy, summary_max_tokens, domains } =
  contextConfig.shape.pack.unwrap().shape

/** With what the configuration would say where nothing is said. */
const packRequest = z.strictObject({
  description: z.string(),
  role: z.strictObject({ name: z.string(), paths: z.array(z.string()) }).optional(),
  domain: z.string().optional(),
  domains,
  targetFiles: z.array(z.string()).default([]),
  budget: token_budget,
  minRelevance: min_relevance,
  strategy,
  summaryTokens: summary_max_tokens,
  cache: z.string().min(1).nullable().default(null),
  signal: z.instanceof(AbortSignal).optional(),
})

const taskRecord = z.object({
  title: z.string(),
  description: z.string().default(''),
  acceptance: z.array(z.string()).default([]),
  files: z.array(z.string()).default([]),
})

/** The pack of a task's record: its words are the description, and its files are in. */
export async function packTask(
  folder: string,
  { task, ...request }: Omit<PackRequest, 'description'> & { readonly task: TaskRecord },
): Promise<ContextPack & Refused> {
  const root = takeFolder(folder)
  const record = takeOptions(taskRecord, {
    options: task,
    example: "await packTask('.', { task: { title: 'Round prices up' } })",
  })
  return await packFolder(folder, {
    ...request,
    description: describeRecord(record),
    targetFiles: [...(request.targetFiles ?? []), ...record.files.filter((file) => isPath(file, root))],
  })
}

/** What a record says of its task, the title first. */
export function describeRecord({ title, description = '', acceptance = [] }: TaskRecord): string {
  return [title, description, acceptance.join('\n')].filter((part) => part.trim() !== '').join('\n\n')
}

/** What could be a glob is none where a file is called just that: `app/[id]/page.tsx`. */
export function isPath(pattern: string, root: string): boolean {
  return !/[*?{}[\]!]/.test(pattern) || existsSync(join(root, pattern))
}
