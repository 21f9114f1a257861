import { depthOf, type Inventory } from '../files/take-inventory.ts'
import type { ToolUse } from '../manifests/manifest.ts'
import type { Manifest } from '../read-manifests.ts'
import { anyWrittenFor } from '../stack/any-written-for.ts'
import { type NamedNotable, nameNotables } from '../stack/name-notables.ts'
import { writtenFor } from '../stack/written-for.ts'
import type { Conventions, Indentation, ModuleSystem, Tool } from '../structure.ts'
import { commitStyle } from './commit-style.ts'
import { testLayout } from './test-layout.ts'
import { withUnittest } from './with-unittest.ts'

export type Seen = {
  readonly inventory: Inventory
  readonly manifests: readonly Manifest[]
  readonly trials: readonly Manifest[]
  readonly subjects: readonly string[]
  readonly read: (path: string) => string | null
}

export function seeConventions({ inventory, manifests: all, trials, subjects, read }: Seen): Conventions {
  const isAny = anyWrittenFor(inventory)
  const manifests = all.filter(({ facts }) => isAny(facts.ecosystem))
  const deep = manifests.filter(({ folder, isTrial }) => isTrial && depthOf(folder) > DEPTH_MAX)
  const near = manifests.filter(({ folder }) => depthOf(folder) <= DEPTH_MAX)
  const wanted = nameNotables(near)
  const tested = [...near, ...deep, ...trials]
  const nearby = (use: ToolUse) => toolsFor(use, { manifests: near, wanted })
  return {
    tests: {
      ...testLayout(inventory, read),
      frameworks: withUnittest(toolsFor('test', { manifests: tested, wanted: nameNotables(tested) }), {
        inventory,
        read,
      }),
    },
    modules: moduleSystems(inventory, near),
    formatters: nearby('format'),
    linters: nearby('lint'),
    typecheckers: nearby('typecheck'),
    indentation: indentationIn(manifests),
    commits: commitStyle(subjects),
  }
}

const DEPTH_MAX = 2
const TOOLS_MAX = 6
const INDENTATIONS_MAX = 8

type Told = {
  readonly manifests: readonly Manifest[]
  /** What these depend on. */
  readonly wanted: readonly NamedNotable[]
}

/** A tool's own settings are a better place to point at than the list of dependencies it is in. */
function toolsFor(use: ToolUse, { manifests, wanted }: Told): Tool[] {
  const configured = manifests.flatMap(({ path, facts }) =>
    (facts.tools ?? []).filter((tool) => tool.use === use).map(({ name }) => ({ name, from: path })),
  )
  const seen = new Set<string>()
  return [...configured, ...wanted.filter((notable) => notable.use === use)]
    .flatMap(({ name, from }) => (seen.has(name) || !seen.add(name) ? [] : [{ name, from }]))
    .slice(0, TOOLS_MAX)
}

/** What the outermost package is; one that is written in something else says nothing by its silence. */
function moduleSystems(inventory: Inventory, manifests: readonly Manifest[]): ModuleSystem[] {
  if (!writtenFor(inventory)('javascript')) return []
  if (!hasJavascript(inventory)) {
    const declared = manifests.filter(({ facts }) => facts.moduleSystem === 'ESM')
    return systemsIn(declared.slice(0, 1))
  }
  return systemsIn(manifests)
}

export function hasJavascript({ kinds }: Pick<Inventory, 'kinds'>): boolean {
  return kinds.some(({ language, role }) => role === 'source' && language === 'JavaScript')
}

function systemsIn(manifests: readonly Manifest[]): ModuleSystem[] {
  const seen = new Set<string>()
  return manifests.flatMap(({ path, facts: { moduleSystem } }) => {
    if (moduleSystem === undefined || seen.has(moduleSystem)) return []
    seen.add(moduleSystem)
    return [{ system: moduleSystem, from: path }]
  })
}

function indentationIn(manifests: readonly Manifest[]): Indentation[] {
  return manifests
    .filter(({ folder }) => folder === '')
    .flatMap(({ path, facts }) =>
      (facts.indentation ?? []).map((indentation) => ({ ...indentation, from: path })),
    )
    .slice(0, INDENTATIONS_MAX)
}
