import { posix } from 'node:path'
import { type ParseError, parse } from 'jsonc-parser'
import type { Project } from '../../resolver.ts'

/** Where a bare specifier may lead to, by the tsconfig that a file stands under. */
export type PathRules = (from: string, specifier: string) => readonly string[]

/** Reads every tsconfig.json and jsconfig.json, with what they extend. */
export function readPathRules(project: Project): PathRules {
  const configs = [
    ...project.named('tsconfig.json'),
    ...project.named('jsconfig.json'),
    ...project.named('tsconfig.base.json'),
  ]
    .map((path) => ({ folder: folderOf(path), rules: rulesOf(project, path, 0) }))
    .filter(({ rules }) => rules.paths.length > 0 || rules.baseUrl !== null)
    // The innermost first.
    .sort((one, other) => other.folder.length - one.folder.length)
  return (from, specifier) => {
    const config = configs.find(({ folder }) => folder === '' || from.startsWith(`${folder}/`))
    if (config === undefined) return []
    const { paths, baseUrl } = config.rules
    const mapped = paths.flatMap(({ pattern, targets }) => match(pattern, specifier, targets))
    return baseUrl === null ? mapped : [...mapped, posix.join(baseUrl, specifier)]
  }
}

type Rules = {
  readonly baseUrl: string | null
  readonly paths: readonly { readonly pattern: string; readonly targets: readonly string[] }[]
}

const NONE: Rules = { baseUrl: null, paths: [] }
const DEPTH_MAX = 10

function rulesOf(project: Project, path: string, depth: number): Rules {
  const config = depth > DEPTH_MAX ? null : readJsonc(project.read(path))
  if (config === null) return NONE
  const folder = folderOf(path)
  const extended = [config['extends']].flat().filter((name) => typeof name === 'string')
  const inherited = extended
    .map((name) => rulesOf(project, baseOf(project, folder, name), depth + 1))
    .reduce(
      (known, rules) => ({
        baseUrl: rules.baseUrl ?? known.baseUrl,
        paths: rules.paths.length > 0 ? rules.paths : known.paths,
      }),
      NONE,
    )
  const options = asObject(config['compilerOptions'])
  const baseUrl =
    typeof options['baseUrl'] === 'string' ? posix.join(folder, options['baseUrl']) : inherited.baseUrl
  const own = Object.entries(asObject(options['paths'])).map(([pattern, targets]) => ({
    pattern,
    // Without a base, paths are from the file that has them.
    targets: [targets]
      .flat()
      .filter((target) => typeof target === 'string')
      .map((target) =>
        posix.join(typeof options['baseUrl'] === 'string' ? (baseUrl ?? folder) : folder, target),
      ),
  }))
  return { baseUrl, paths: own.length > 0 ? own : inherited.paths }
}

/** `./base`, `../tsconfig.json`, or a package of this repository that has one. */
function baseOf(project: Project, folder: string, name: string): string {
  const path = posix.join(folder, name)
  return (
    [path, `${path}.json`, posix.join(path, 'tsconfig.json')].find((candidate) => project.has(candidate)) ??
    path
  )
}

function match(pattern: string, specifier: string, targets: readonly string[]): readonly string[] {
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

function folderOf(path: string): string {
  const folder = posix.dirname(path)
  return folder === '.' ? '' : folder
}
