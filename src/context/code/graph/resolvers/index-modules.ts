import { standsApart } from '../../stands-apart.ts'
import type { CodeFile } from '../code-file.ts'
import { pickNearest } from '../paths/pick-nearest.ts'
import type { Project } from '../resolver.ts'

/** Files by the package or namespace that they say they belong to. */
export type Modules = {
  /** What a file sees of a module: tests are for tests alone. */
  readonly filesOf: (module: string, from: string) => readonly string[]
  /** Those of a module that define a name, the nearest where several do. */
  readonly definersOf: (module: string, wanted: { readonly name: string; readonly from: string }) => string[]
  readonly moduleOf: (path: string) => string | null
}

export function indexModules(project: Project, grammars: readonly string[]): Modules {
  const byPath = new Map<string, CodeFile>()
  const byModule = new Map<string, Module>()
  for (const file of project.filesOf(grammars)) {
    byPath.set(file.path, file)
    addTo(byModule, file)
  }
  const isTest = (path: string) => byPath.get(path)?.role === 'test'
  return {
    filesOf: (module, from) => {
      const { sources, tests } = byModule.get(module) ?? NO_MODULE
      return (isTest(from) ? [...sources, ...tests] : sources).filter((path) => path !== from)
    },
    definersOf: (module, { name, from }) => {
      const nearest = pickNearest(byModule.get(module)?.definers.get(name) ?? [], from)
      return nearest === null ? [] : [nearest]
    },
    moduleOf: (path) => byPath.get(path)?.tags.module ?? null,
  }
}

type Module = {
  readonly sources: string[]
  readonly tests: string[]
  readonly definers: Map<string, string[]>
}

const NO_MODULE: Module = { sources: [], tests: [], definers: new Map() }

function addTo(modules: Map<string, Module>, { path, role, tags }: CodeFile): void {
  const name = tags.module
  if (name === null) return
  const module = modules.get(name) ?? startModule(modules, name)
  const list = role === 'test' ? module.tests : module.sources
  list.push(path)
  const places = new Set<string>()
  for (const definition of tags.definitions) {
    const { name: defined, parent } = definition
    const around = parent === null ? null : tags.definitions[parent]
    if (around === null || standsApart(definition, tags.definitions)) places.add(`${name} ${defined}`)
    // A package object has what belongs to the package of its name.
    else if (around?.kind === 'module' && around.parent === null)
      places.add(`${name}.${around.name} ${defined}`)
  }
  for (const place of places) {
    const [owner = '', defined = ''] = place.split(' ')
    const { definers } = modules.get(owner) ?? startModule(modules, owner)
    definers.set(defined, [...(definers.get(defined) ?? []), path])
  }
}

function startModule(modules: Map<string, Module>, name: string): Module {
  const module = { sources: [], tests: [], definers: new Map<string, string[]>() }
  modules.set(name, module)
  return module
}
