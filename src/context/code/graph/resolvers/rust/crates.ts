import { parse } from 'smol-toml'
import { folderOf } from '../../paths/folder-of.ts'
import { isBelow } from '../../paths/is-below.ts'
import { pathFrom } from '../../paths/path-from.ts'
import type { Project } from '../../resolver.ts'

/** A crate of this repository. */
export type Crate = {
  readonly folder: string
  /** As it is called in code. */
  readonly name: string
  /** The file that its library begins in, or else its program. */
  readonly root: string | null
  /** Other crates of this repository by what they are called here, with their folders. */
  readonly dependencies: ReadonlyMap<string, string>
}

/** Every crate, the innermost first. */
export function readCrates(project: Project): Crate[] {
  const manifests = project
    .named('Cargo.toml')
    .map((path) => ({ folder: folderOf(path), table: readToml(project.read(path)) }))
    .sort((one, other) => other.folder.length - one.folder.length)
  const workspaces = manifests.flatMap(({ folder, table }) => {
    const workspace = tableIn(table['workspace'])
    return table['workspace'] === undefined
      ? []
      : [{ folder, dependencies: tableIn(workspace['dependencies']) }]
  })
  return manifests.flatMap(({ folder, table }) => {
    const name = tableIn(table['package'])['name']
    if (typeof name !== 'string') return []
    const library = tableIn(table['lib'])
    const roots = [textIn(library['path']), 'src/lib.rs', 'src/main.rs']
    const workspace = workspaces.find((around) => isBelow(`${folder}/`, around.folder))
    return [
      {
        folder,
        name: inCode(textIn(library['name']) ?? name),
        root: roots.flatMap((root) => pathFrom(folder, root ?? '..') ?? []).find(project.has) ?? null,
        dependencies: new Map(
          dependenciesIn(table).flatMap(([key, value]) => {
            const at = placeOf(value, folder) ?? placeInWorkspace(key, { value, workspace })
            return at === null ? [] : [[inCode(key), at] as const]
          }),
        ),
      },
    ]
  })
}

type Workspace = { readonly folder: string; readonly dependencies: Record<string, unknown> }

/** Of every kind, and of every platform. */
function dependenciesIn(table: Record<string, unknown>): [string, unknown][] {
  const places = [table, ...Object.values(tableIn(table['target'])).map(tableIn)]
  return places.flatMap((place) =>
    ['dependencies', 'dev-dependencies', 'build-dependencies'].flatMap((kind) =>
      Object.entries(tableIn(place[kind])),
    ),
  )
}

function placeOf(value: unknown, folder: string): string | null {
  const path = textIn(tableIn(value)['path'])
  return path === null ? null : pathFrom(folder, path)
}

function placeInWorkspace(
  key: string,
  { value, workspace }: { value: unknown; workspace: Workspace | undefined },
): string | null {
  if (workspace === undefined || tableIn(value)['workspace'] !== true) return null
  return placeOf(workspace.dependencies[key], workspace.folder)
}

function inCode(name: string): string {
  return name.replaceAll('-', '_')
}

function readToml(text: string | null): Record<string, unknown> {
  try {
    return parse(text ?? '')
  } catch {
    return {}
  }
}

function tableIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
