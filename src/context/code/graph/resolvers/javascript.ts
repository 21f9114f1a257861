import { posix } from 'node:path'
import { type Role, roleOf } from '../../walk/role-of.ts'
import { folderOf } from '../paths/folder-of.ts'
import { isBelow } from '../paths/is-below.ts'
import { pathFrom } from '../paths/path-from.ts'
import type { MakeResolver, Project } from '../resolver.ts'
import { type PackageManifest, readPackages } from './javascript/packages.ts'
import { readPathRules } from './javascript/path-rules.ts'

/** As Node and TypeScript resolve: relative, by a tsconfig's paths, by a package's imports and exports, by workspace. */
export const resolveJavascript: MakeResolver = (project) => {
  const packages = readPackages(project)
  const pathRules = readPathRules(project, packages)
  const mains = new Map(packages.map(({ folder, mains: begun }) => [folder, begun]))
  return {
    resolve: (from, { specifier }) => {
      const bare = specifier.replace(/[?#].*$/, (rest) => (specifier.startsWith('#') ? rest : ''))
      const found = bare.startsWith('.')
        ? findBeside(pathFrom(folderOf(from), bare), { project, mains })
        : (pathRules(from, bare).reduce<string | null>(
            (known, path) => known ?? findModule(project, path),
            null,
          ) ?? findInPackages({ project, packages, from, specifier: bare }))
      return found === null ? [] : [found]
    },
  }
}

type PackageSearch = {
  readonly project: Project
  readonly packages: readonly PackageManifest[]
  readonly from: string
  readonly specifier: string
}

/** A folder that is a package begins where that says. */
function findBeside(
  path: string | null,
  { project, mains }: { project: Project; mains: ReadonlyMap<string, readonly string[]> },
): string | null {
  if (path === null) return null
  const begun = (mains.get(path) ?? []).map((target) => posix.join(path, target))
  return firstModule(project, [...begun, path])
}

/** `#inside` by the imports of the package that it stands in; `name/part` by the exports of the package of that name. */
function findInPackages({ project, packages, from, specifier }: PackageSearch): string | null {
  if (specifier.startsWith('#')) {
    const around = packages.findLast(({ folder }) => isBelow(from, folder))
    const targets = around === undefined ? [] : lookUp(around.imports, specifier)
    return firstModule(
      project,
      targets.map((target) => posix.join(around?.folder ?? '', target)),
    )
  }
  const owner = packages.find(
    (known) =>
      (specifier === known.name || specifier.startsWith(`${known.name}/`)) &&
      isSeen(known.role, roleOf(from)),
  )
  if (owner === undefined) return null
  const part = `.${specifier.slice(owner.name.length)}`
  const exported = lookUp(owner.exports, part).map((target) => posix.join(owner.folder, target))
  const plain = part === '.' ? owner.mains : [part, `./src${part.slice(1)}`]
  return (
    firstModule(project, exported) ??
    firstModule(
      project,
      plain.map((target) => posix.join(owner.folder, target)),
    ) ??
    (part === '.' ? firstModule(project, [posix.join(owner.folder, 'src'), owner.folder]) : null)
  )
}

/** A package that tests have for their own use may be called like one that is outside. */
function isSeen(role: Role, from: Role): boolean {
  return role === from || (role !== 'test' && role !== 'vendored')
}

function firstModule(project: Project, paths: readonly string[]): string | null {
  for (const path of paths) {
    const found = findModule(project, path)
    if (found !== null) return found
  }
  return null
}

/** Targets of a key, the exact ones before patterns with a star. */
function lookUp(table: ReadonlyMap<string, readonly string[]>, key: string): readonly string[] {
  const exact = table.get(key)
  if (exact !== undefined) return exact
  for (const [pattern, targets] of table) {
    const star = pattern.indexOf('*')
    if (star === -1) continue
    const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)]
    if (key.length < pattern.length - 1 || !key.startsWith(head) || !key.endsWith(tail)) continue
    const middle = key.slice(head.length, key.length - tail.length)
    return targets.map((target) => target.replaceAll('*', middle))
  }
  return []
}

/** What a path without its extension, or with that of what it will be built to, stands for. */
function findModule(project: Project, path: string): string | null {
  const plain = pathFrom('', path)
  if (plain === null) return null
  const candidates = [
    plain,
    ...(SOURCES_OF[posix.extname(plain)] ?? []).map((extension) => plain.replace(/\.\w+$/, extension)),
    ...EXTENSIONS.map((extension) => plain + extension),
    // What is built lies beside its source, or in a folder of its own.
    ...EXTENSIONS.map(
      (extension) =>
        plain.replace(/(^|\/)(dist|lib|build|out|esm|cjs)\//, '$1src/').replace(/(\.d)?\.\w+$/, '') +
        extension,
    ),
    ...EXTENSIONS.map((extension) => (plain === '' ? `index${extension}` : `${plain}/index${extension}`)),
  ]
  return candidates.find((candidate) => project.has(candidate)) ?? null
}

const EXTENSIONS = [
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.d.ts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.vue',
  '.svelte',
  '.json',
]

const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.jsx', '.d.ts'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
}
