import { posix } from 'node:path'
import { type ParseError, parse } from 'jsonc-parser'
import { folderOf } from '../../paths/folder-of.ts'
import type { Project } from '../../resolver.ts'
import { byPattern } from './by-pattern.ts'
import type { PackageManifest } from './packages.ts'

/** Where a bare specifier may lead to, by the tsconfig that a file stands under. */
export type PathRules = (from: string, specifier: string) => readonly string[]

/**
 * Reads every tsconfig.json and jsconfig.json, with what they extend, and those beside them that a tsconfig.json hands parts of
 * the work to.
 */
export function readPathRules(project: Project, packages: readonly PackageManifest[]): PathRules {
  const configs = new Map<string, Rules[]>()
  for (const path of ['jsconfig', 'tsconfig'].flatMap(project.called)) {
    if (!CONFIG.test(path)) continue
    const rules = rulesOf({ project, packages, path, depth: 0 })
    if (rules.paths.length === 0 && rules.baseUrl === null) continue
    configs.set(folderOf(path), [...(configs.get(folderOf(path)) ?? []), rules])
  }
  const nearest = (folder: string): readonly Rules[] =>
    configs.get(folder) ?? (folder === '' ? [] : nearest(folderOf(folder)))
  return (from, specifier) => nearest(folderOf(from)).flatMap((rules) => apply(rules, specifier))
}

const CONFIG = /(^|\/)(tsconfig(\.[\w-]+)?|jsconfig)\.json$/

type Rule = { readonly pattern: string; readonly targets: readonly string[] }

type Rules = {
  readonly baseUrl: string | null
  readonly paths: readonly Rule[]
  /** The folder of the file that has the paths: they are from there, unless there is a base. */
  readonly pathsFrom: string
}

const NONE: Rules = { baseUrl: null, paths: [], pathsFrom: '' }
const DEPTH_MAX = 10

function apply({ baseUrl, paths, pathsFrom }: Rules, specifier: string): string[] {
  const mapped = paths.map((rule) => match(rule, specifier))
  const targets = mapped.find((found) => found.length > 0) ?? []
  return [
    ...targets.map((target) => posix.join(baseUrl ?? pathsFrom, target)),
    ...(baseUrl === null ? [] : [posix.join(baseUrl, specifier)]),
  ]
}

type Reading = {
  readonly project: Project
  readonly packages: readonly PackageManifest[]
  readonly path: string
  readonly depth: number
}

function rulesOf({ project, packages, path, depth }: Reading): Rules {
  const config = depth > DEPTH_MAX ? null : readJsonc(project.read(path))
  if (config === null) return NONE
  const folder = folderOf(path)
  const extended = [config['extends']].flat().filter((name) => typeof name === 'string')
  const inherited = extended
    .map((name) =>
      rulesOf({ project, packages, path: baseOf({ project, packages, folder, name }), depth: depth + 1 }),
    )
    .reduce(over, NONE)
  const options = asObject(config['compilerOptions'])
  const paths = Object.entries(asObject(options['paths']))
    .sort(byPattern)
    .map(([pattern, targets]) => ({
      pattern,
      targets: [targets].flat().filter((target) => typeof target === 'string'),
    }))
  const baseUrl = typeof options['baseUrl'] === 'string' ? posix.join(folder, options['baseUrl']) : null
  return over(inherited, { baseUrl, paths, pathsFrom: folder })
}

function over(known: Rules, rules: Rules): Rules {
  const { paths, pathsFrom } = rules.paths.length > 0 ? rules : known
  return { baseUrl: rules.baseUrl ?? known.baseUrl, paths, pathsFrom }
}

/** `./base`, `../tsconfig.json`, or a package of this repository that has one. */
function baseOf({ project, packages, folder, name }: Named): string {
  const owner = name.startsWith('.') ? undefined : packages.find((known) => isOf(known.name, name))
  const path =
    owner === undefined
      ? posix.join(folder, name)
      : posix.join(owner.folder, `.${name.slice(owner.name.length)}`)
  return (
    [path, `${path}.json`, posix.join(path, 'tsconfig.json')].find((candidate) => project.has(candidate)) ??
    path
  )
}

type Named = Omit<Reading, 'path' | 'depth'> & { readonly folder: string; readonly name: string }

function isOf(owner: string, name: string): boolean {
  return owner !== '' && (name === owner || name.startsWith(`${owner}/`))
}

function match({ pattern, targets }: Rule, specifier: string): readonly string[] {
  const star = pattern.indexOf('*')
  if (star === -1) return pattern === specifier ? targets : []
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)]
  if (specifier.length < pattern.length - 1 || !specifier.startsWith(head) || !specifier.endsWith(tail))
    return []
  const middle = specifier.slice(head.length, specifier.length - tail.length)
  return targets.map((target) => target.replace('*', middle))
}

function readJsonc(text: string | null): Record<string, unknown> | null {
  if (text === null) return null
  const errors: ParseError[] = []
  return asObject(parse(text, errors, { allowTrailingComma: true }))
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
