import { isBelow } from '../paths/is-below.ts'
import type { MakeResolver } from '../resolver.ts'
import { type Crate, readCrates } from './rust/crates.ts'
import { type RustModules, readModules } from './rust/modules.ts'

/** As Rust finds paths: from the crate, from the module, from the one around it, or from a crate that the manifest has by its folder. */
export const resolveRust: MakeResolver = (project) => {
  const crates = readCrates(project)
  const modules = readModules(project)
  const known = new Map<string, Crate | undefined>()
  const crateOf = (path: string) => {
    if (!known.has(path))
      known.set(
        path,
        crates.find(({ folder }) => isBelow(path, folder)),
      )
    return known.get(path)
  }
  return {
    resolve: (from, { specifier, names, line }) => {
      if (specifier.startsWith('mod ')) return listed(modules.childOf(from, specifier.slice(4)))
      const path = specifier.split('::')
      const around = { modules, crates, crate: crateOf(from), from, line }
      const begin = beginOf(path, around)
      return begin === null ? [] : walk(begin, { names, modules })
    },
  }
}

/** A file, and what is left of a path from there. */
type Begin = { readonly file: string; readonly rest: readonly string[] }

type Around = {
  readonly modules: RustModules
  readonly crates: readonly Crate[]
  readonly crate: Crate | undefined
  readonly from: string
  readonly line: number
}

function beginOf(path: readonly string[], around: Around): Begin | null {
  const { modules, crate, from, line } = around
  const [first = '', ...rest] = path
  switch (first) {
    case 'crate':
      return { file: crateRoot(around), rest }
    case 'self':
    case 'super': {
      const supers = path.filter((part) => part === 'super').length
      const file = climb(from, { modules, levels: supers - modules.depthAt(from, line) })
      return file === null ? null : { file, rest: path.filter((part) => part !== 'super' && part !== 'self') }
    }
    default: {
      const child = modules.childOf(from, first)
      if (child !== null) return { file: child, rest }
      const root = crate === undefined ? null : foreignRoot(first, { ...around, crate })
      return root === null ? null : { file: root, rest }
    }
  }
}

/** What no `mod` leads to, for a macro wrote it, is still of the crate that it lies in. */
function crateRoot({ modules, crate, from }: Around): string {
  const top = modules.topOf(from)
  const isLost = top.startsWith(`${crate?.folder === '' ? '' : `${crate?.folder}/`}src/`) && !BEGINS.test(top)
  return isLost ? (crate?.root ?? top) : top
}

const BEGINS = /(^|\/)(lib|main)\.rs$|(^|\/)src\/bin\//

/** Null for what stays in a module that is written out in the file itself. */
function climb(from: string, { modules, levels }: { modules: RustModules; levels: number }): string | null {
  if (levels <= 0) return levels === 0 ? from : null
  const parent = modules.parentOf(from)
  return parent === null ? null : climb(parent, { modules, levels: levels - 1 })
}

/** The library of the own crate has a name for its tests and programs. */
function foreignRoot(name: string, { crates, crate }: Around & { readonly crate: Crate }): string | null {
  const folder = crate.dependencies.get(name)
  if (folder !== undefined) return crates.find((other) => other.folder === folder)?.root ?? null
  return name === crate.name ? crate.root : null
}

/** Down the modules as far as they are files. What is taken from there may be a module too. */
function walk(
  { file, rest }: Begin,
  { names, modules }: { names: readonly string[]; modules: RustModules },
): string[] {
  const [next, ...after] = rest
  if (next !== undefined) {
    const child = modules.childOf(file, next)
    return child === null ? [file] : walk({ file: child, rest: after }, { names, modules })
  }
  const inside = names.map((name) => modules.childOf(file, name))
  const found = inside.flatMap((path) => path ?? [])
  return found.length === names.length && found.length > 0 ? found : [file, ...found]
}

function listed(path: string | null): string[] {
  return path === null ? [] : [path]
}
