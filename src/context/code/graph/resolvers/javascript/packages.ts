import { type Role, roleOf } from '../../../walk/role-of.ts'
import { folderOf } from '../../paths/folder-of.ts'
import type { Project } from '../../resolver.ts'
import { byPattern } from './by-pattern.ts'

/** A package of this repository. */
export type PackageManifest = {
  readonly name: string
  /** From the root; empty for the root itself. */
  readonly folder: string
  readonly exports: ReadonlyMap<string, readonly string[]>
  readonly imports: ReadonlyMap<string, readonly string[]>
  readonly role: Role
  /** Where it begins, by its older fields. */
  readonly mains: readonly string[]
}

/** Every package that has a name, the outer before the inner: its workspaces are among them, whoever lists them. */
export function readPackages(project: Project): PackageManifest[] {
  return project
    .named('package.json')
    .flatMap((path) => {
      const manifest = parseObject(project.read(path))
      if (manifest === null) return []
      const mains = ['source', 'types', 'typings', 'module', 'main'].flatMap((field) =>
        textsIn(manifest[field]),
      )
      return [
        {
          name: typeof manifest['name'] === 'string' ? manifest['name'] : '',
          folder: folderOf(path),
          role: roleOf(path),
          exports: tableOf(manifest['exports'], '.'),
          imports: tableOf(manifest['imports'], null),
          mains,
        },
      ]
    })
    .sort((one, other) => one.folder.length - other.folder.length || (one.folder < other.folder ? -1 : 1))
}

export function parseObject(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Keys with all that they may lead to, whatever the conditions: the first that is in the repository is taken. */
function tableOf(value: unknown, whole: string | null): Map<string, string[]> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value).filter(([key]) => /^[.#]/.test(key))
    if (entries.length > 0)
      return new Map(entries.sort(byPattern).map(([key, target]) => [key, textsIn(target)]))
  }
  const targets = textsIn(value)
  return new Map(whole === null || targets.length === 0 ? [] : [[whole, targets]])
}

export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
