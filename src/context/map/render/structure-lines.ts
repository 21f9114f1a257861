import type { Conventions, Folder, Module, Structure } from '../structure/structure.ts'
import { countOf } from './count-of.ts'
import { type MapLine, PASSING } from './map-line.ts'
import { treeLines } from './tree-lines.ts'

/** Entry points, key files, modules, conventions and the tree: what tells most comes first. */
export function structureLines({ entryPoints, keyFiles, modules, conventions, tree }: Structure): MapLine[] {
  const line = (text: string, rank: number): MapLine => ({ section: 'structure', text, rank })
  const entries = entryPoints
    .slice(0, 10)
    .map(({ name, target }) => (name === null ? `\`${target}\`` : `${name} → \`${target}\``))
  const drawn = drawnIn(tree)
  const told = modules.filter(({ path, description }) => description !== null || !isDrawn(path, drawn))
  const standing = standings(told)
  const keys = keyFiles.slice(0, 12).map(({ path }) => `\`${path}\``)
  return [
    ...(entries.length === 0 ? [] : [line(`- Entry points: ${entries.join(', ')}`, 4)]),
    ...(keys.length === 0 ? [] : [line(`- Key files: ${keys.join(', ')}`, 5)]),
    ...conventionTexts(conventions).map((text) => line(text, 6)),
    ...commitTexts(conventions).map((text): MapLine => ({ ...line(text, 6), isPassing: true })),
    ...told.map((module) => ({
      ...line(moduleText(module), 5 + (standing.get(module) ?? 0) / 8),
      folder: module.path,
    })),
    ...treeLines(tree, new Set(told.map(({ path }) => path))),
  ]
}

/** The folders of the tree, each with whether there are others in it that are not. */
function drawnIn({ path, name, folders, more }: Folder): ReadonlyMap<string, boolean> {
  return new Map([
    [path, more !== null],
    ...onTheWay({ path, name }).map((outer): [string, boolean] => [outer, false]),
    ...folders.flatMap((folder) => [...drawnIn(folder)]),
  ])
}

/** The folders that share a line with the only one in them: `tide` in `tide/src`. */
function onTheWay({ path, name }: Pick<Folder, 'path' | 'name'>): string[] {
  const steps = name.split('/').length - 1
  return Array.from({ length: steps }, (_, at) =>
    path
      .split('/')
      .slice(0, -1 - at)
      .join('/'),
  )
}

/** Whether the tree tells of a folder: by its name, or as one of those that are more. */
function isDrawn(path: string, drawn: ReadonlyMap<string, boolean>): boolean {
  return drawn.has(path) || drawn.get(path.slice(0, Math.max(path.lastIndexOf('/'), 0))) === true
}

function moduleText({ path, name, description, files }: Module): string {
  const label = path === '' ? name : `\`${path}\``
  return `- ${label}: ${description ?? countOf(files)}`
}

/** The largest first, and those of which nothing but their size is known after those that are described. */
function standings(modules: readonly Module[]): Map<Module, number> {
  const bySize = modules.toSorted((one, other) => other.files - one.files)
  return new Map(
    [
      ...bySize.filter(({ description }) => description !== null),
      ...bySize.filter(({ description }) => description === null),
    ].map((module, place) => [module, place]),
  )
}

function conventionTexts({ tests, modules, formatters, linters, typecheckers }: Conventions): string[] {
  const names = (items: readonly { readonly name: string }[]) =>
    [...new Set(items.map(({ name }) => name))].join(', ')
  const layout = [
    tests.layout,
    tests.names[0] === undefined ? null : `named \`${tests.names[0]}\``,
    tests.folders[0] === undefined ? null : `in \`${tests.folders[0]}\``,
  ]
  const said = layout.filter((part) => part !== null).join(', ')
  return [
    ...(said === '' && tests.frameworks.length === 0
      ? []
      : [`- Tests: ${[names(tests.frameworks), said].filter((part) => part !== '').join('; ')}`]),
    ...(modules.length === 0
      ? []
      : [`- Modules: ${[...new Set(modules.map(({ system }) => system))].join(', ')}`]),
    ...(formatters.length + linters.length + typecheckers.length === 0
      ? []
      : [`- Style: ${names([...formatters, ...linters, ...typecheckers])}`]),
  ]
}

function commitTexts({ commits }: Conventions): string[] {
  if (commits === null || commits.style === 'free') return []
  const words = commits.words.length === 0 ? '' : ` (${commits.words.slice(0, 6).join(', ')})`
  return [`${PASSING.commits}${commits.style}${words}`]
}
