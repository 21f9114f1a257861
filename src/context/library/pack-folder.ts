import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import picomatch from 'picomatch'
import * as z from 'zod'
import { loadTokenCounter } from '#kit/tokens.ts'
import { Fault } from '#words/fault.ts'
import { contextConfig } from '../context-config.ts'
import type { ContextPack } from '../pack/context-pack.ts'
import type { Strategy } from '../pack/fit/strategy.ts'
import { pack } from '../pack/pack.ts'
import type { Domains } from '../pack/task/describe-task.ts'

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
export async function packFolder(folder: string, request: PackRequest): Promise<ContextPack> {
  const root = resolve(folder)
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
    throw new Fault({ kind: 'user', code: 'no-folder', message: `${root} is no folder.` })
  const { role, domain, domains = {}, budget, minRelevance, strategy, summaryTokens } = request
  if (request.description.trim() === '')
    throw new Fault({ kind: 'user', code: 'no-task', message: 'A pack needs a description.' })
  const checked = contextConfig.shape.pack.safeParse({
    ...(budget === undefined ? {} : { token_budget: budget }),
    ...(minRelevance === undefined ? {} : { min_relevance: minRelevance }),
    ...(strategy === undefined ? {} : { strategy }),
    ...(summaryTokens === undefined ? {} : { summary_max_tokens: summaryTokens }),
  })
  if (!checked.success)
    throw new Fault({ kind: 'user', code: 'misuse', message: z.prettifyError(checked.error) })
  const defaults = checked.data
  if (domain !== undefined && domains[domain] === undefined)
    throw new Fault({ kind: 'user', code: 'unknown-domain', message: `There is no domain ${domain}.` })
  return await pack({
    root,
    task: request.description,
    targets: request.targetFiles ?? [],
    mayShow: role === undefined ? () => true : picomatch([...role.paths], { dot: true }),
    domains,
    domain: domain ?? null,
    budget: defaults.token_budget,
    minRelevance: defaults.min_relevance,
    strategy: defaults.strategy,
    summaryTokensMax: defaults.summary_max_tokens,
    emphasis: { ast: 1, semantic: 1 },
    knowledge: null,
    countTokens: await loadTokenCounter(),
    cache: request.cache ?? null,
    signal: request.signal,
  })
}

/** The pack of a task's record: its words are the description, and its files are in. */
export async function packTask(
  folder: string,
  { task, ...request }: Omit<PackRequest, 'description'> & { readonly task: TaskRecord },
): Promise<ContextPack> {
  return await packFolder(folder, {
    ...request,
    description: describeRecord(task),
    targetFiles: [...(request.targetFiles ?? []), ...(task.files ?? []).filter(isPath)],
  })
}

/** What a record says of its task, the title first. */
export function describeRecord({ title, description = '', acceptance = [] }: TaskRecord): string {
  return [title, description, acceptance.join('\n')].filter((part) => part.trim() !== '').join('\n\n')
}

export function isPath(pattern: string): boolean {
  return !/[*?{}[\]!]/.test(pattern)
}
