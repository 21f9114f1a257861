import { remember } from '#kit/remember.ts'
import { folderOf } from '../paths/folder-of.ts'
import { isBelow } from '../paths/is-below.ts'
import { parentOf } from '../paths/parent-of.ts'
import type { MakeResolver, Project } from '../resolver.ts'

/**
 * As Python finds modules: dots from the package that a file is in, else from a root. Roots are the repository itself, `src`
 * folders, and every folder that has a package or a manifest in it and is none itself; a folder of scripts is one for the
 * scripts in it. What is imported from a package may be a module of it.
 */
export const resolvePython: MakeResolver = (project, ground) => {
  const roots: Roots = ground === undefined ? rootsOf(project) : JSON.parse(ground)
  const [open, scripts] = [new Set(roots.open), new Set(roots.scripts)]
  const rootsAmong = remember((holders: ReadonlySet<string>): Roots => {
    const folders = [...holders].sort()
    return {
      open: folders.filter((folder) => open.has(folder)),
      scripts: folders.filter((folder) => scripts.has(folder)),
    }
  })
  // Most of what is imported is outside, and in no root at all.
  const rootsWith = (first: string) => (first === '' ? roots : rootsAmong(project.foldersWith(first)))
  return {
    ground: JSON.stringify(roots),
    resolve: (from, { specifier, names }) => {
      const dots = /^\.*/.exec(specifier)?.[0].length ?? 0
      const parts = specifier
        .slice(dots)
        .split('.')
        .filter((part) => part !== '')
      if (dots > 0) return findModule(project, { folder: climb(folderOf(from), dots - 1), parts, names })
      for (const folder of nearestFirst(rootsWith(parts[0] ?? ''), from)) {
        const found = findModule(project, { folder, parts, names })
        if (found.length > 0) return found
      }
      return []
    },
  }
}

type Wanted = {
  readonly folder: string
  readonly parts: readonly string[]
  readonly names: readonly string[]
}

/** A package goes before a module of the same name. */
function findModule(project: Project, { folder, parts, names }: Wanted): string[] {
  const path = join(folder, parts)
  const init = join(path, ['__init__'])
  const own = firstThere(project, [`${init}.py`, `${init}.pyi`])
  if (own === undefined && parts.length > 0) {
    const module = firstThere(project, [`${path}.py`, `${path}.pyi`])
    if (module !== undefined) return [module]
  }
  const inside: string[] = []
  for (const name of names) {
    const part = join(path, [name])
    const there = firstThere(project, [`${part}/__init__.py`, `${part}.py`, `${part}.pyi`])
    if (there !== undefined) inside.push(there)
  }
  // What is no module is taken from the package itself.
  const areAllModules = inside.length > 0 && inside.length === names.length
  return own === undefined || areAllModules ? inside : [own, ...inside]
}

/** Asks about all of them: a path that comes later may go before the one that is there now. */
function firstThere({ has }: Project, paths: readonly string[]): string | undefined {
  let first: string | undefined
  for (const path of paths) if (has(path)) first ??= path
  return first
}

type Roots = { readonly open: readonly string[]; readonly scripts: readonly string[] }

function rootsOf(project: Project): Roots {
  const open = new Set(['', 'src', 'lib', 'python'])
  const scripts = new Set<string>()
  // There are many files in few folders.
  const aboveOf = remember((folder: string): string =>
    folder !== '' && project.has(`${folder}/__init__.py`) ? aboveOf(parentOf(folder)) : folder,
  )
  for (const own of new Set(project.filesOf(['python']).map(({ path }) => parentOf(path)))) {
    const folder = aboveOf(own)
    if (folder === own) scripts.add(own)
    else open.add(folder)
  }
  for (const manifest of ['pyproject.toml', 'setup.py', 'setup.cfg'])
    for (const path of project.named(manifest)) {
      open.add(folderOf(path))
      open.add(join(folderOf(path), ['src']))
    }
  const isThere = (root: string) => root === '' || project.hasFolder(root)
  return {
    open: [...open].filter(isThere).sort(),
    scripts: [...scripts].filter((root) => !open.has(root)).sort(),
  }
}

/** Those around a file before the others, the innermost first. */
function nearestFirst({ open, scripts }: Roots, from: string): string[] {
  const depth = (root: string) => (root === '' ? 1 : isBelow(from, root) ? root.length + 1 : 0)
  const around = scripts.filter((root) => isBelow(from, root))
  return [...open, ...around].sort((one, other) => depth(other) - depth(one))
}

function climb(folder: string, levels: number): string {
  return levels <= 0 ? folder : climb(folderOf(folder), levels - 1)
}

function join(folder: string, parts: readonly string[]): string {
  let path = folder
  for (const part of parts) if (part !== '') path = path === '' ? part : `${path}/${part}`
  return path
}
