import { posix } from 'node:path'
import type { MakeResolver, Project } from '../resolver.ts'

/**
 * As Python finds modules: dots from the package that a file is in, else from a root. Roots are the repository itself, `src`
 * folders, and every folder that has a package or a manifest in it and is none itself. What is imported from a package may
 * be a module of it.
 */
export const resolvePython: MakeResolver = (project) => {
  const roots = rootsOf(project)
  return {
    resolve: (from, { specifier, names }) => {
      const dots = /^\.*/.exec(specifier)?.[0].length ?? 0
      const parts = specifier
        .slice(dots)
        .split('.')
        .filter((part) => part !== '')
      const bases = dots === 0 ? nearestFirst(roots, from) : [climb(posix.dirname(from), dots - 1)]
      for (const base of bases) {
        const found = findModule(project, { folder: join(base, parts), names })
        if (found.length > 0) return found
      }
      return []
    },
  }
}

function findModule(
  project: Project,
  { folder, names }: { folder: string; names: readonly string[] },
): string[] {
  const [module] = [`${folder}.py`, `${folder}.pyi`].filter(project.has)
  if (module !== undefined) return [module]
  const inside = names.flatMap((name) => {
    const part = join(folder, [name])
    return [`${part}.py`, `${part}.pyi`, `${part}/__init__.py`].filter(project.has).slice(0, 1)
  })
  const [init] = [`${folder}/__init__.py`, `${folder}/__init__.pyi`]
    .map((path) => path.replace(/^\//, ''))
    .filter(project.has)
  // What is no module is taken from the package itself.
  return init === undefined ||
    (inside.length === names.filter((name) => name !== '*').length && inside.length > 0)
    ? inside
    : [init, ...inside]
}

function rootsOf(project: Project): string[] {
  const roots = new Set(['', 'src', 'lib', 'python'])
  for (const { path, grammar } of project.files) {
    if (grammar !== 'python') continue
    let folder = dirname(path)
    while (folder !== '' && project.has(`${folder}/__init__.py`)) folder = dirname(folder)
    roots.add(folder)
  }
  for (const manifest of ['pyproject.toml', 'setup.py', 'setup.cfg'])
    for (const path of project.named(manifest)) {
      roots.add(dirname(path))
      roots.add(join(dirname(path), ['src']))
    }
  return [...roots].filter((root) => root === '' || project.hasFolder(root)).sort()
}

/** Those around a file before the others, the innermost first. */
function nearestFirst(roots: readonly string[], from: string): string[] {
  const depth = (root: string) => (root === '' ? 1 : from.startsWith(`${root}/`) ? root.length + 1 : 0)
  return [...roots].sort((one, other) => depth(other) - depth(one))
}

function climb(folder: string, levels: number): string {
  const base = folder === '.' ? '' : folder
  return levels <= 0 ? base : climb(dirname(base), levels - 1)
}

function dirname(path: string): string {
  const folder = posix.dirname(path)
  return folder === '.' ? '' : folder
}

function join(folder: string, parts: readonly string[]): string {
  return [folder, ...parts].filter((part) => part !== '').join('/')
}
