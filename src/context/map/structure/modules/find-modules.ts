import { redact } from '#kit/redact.ts'
import type { Inventory } from '../files/take-inventory.ts'
import type { Manifest } from '../read-manifests.ts'
import type { Module } from '../structure.ts'
import { describeFolder } from './describe-folder.ts'
import { firstSentence } from './first-sentence.ts'
import { sourceFolders } from './source-folders.ts'
import { withoutCopies } from './without-copies.ts'

export type Boundaries = {
  readonly inventory: Inventory
  readonly manifests: readonly Manifest[]
  readonly read: (path: string) => string | null
}

/** The parts of a repository: the packages that manifests declare, and where code lies outside of those, its folders. */
export function findModules({ inventory, manifests, read }: Boundaries): Module[] {
  const declared = declaredModules(manifests)
  const counted = countCode(inventory)
  const folders = sourceFolders(counted, new Set(declared.keys())).map(
    (path): Draft => ({
      path,
      name: path.slice(path.lastIndexOf('/') + 1),
      kind: 'folder',
      description: null,
    }),
  )
  return [...declared.values(), ...withoutCopies(folders, inventory)]
    .map((draft) => ({ ...draft, files: counted.get(draft.path) ?? 0 }))
    .filter(({ files }) => files > 0)
    .sort((one, other) => other.files - one.files || (one.path < other.path ? -1 : 1))
    .slice(0, MODULES_MAX)
    .map(({ path, name, kind, description, files }): Module => {
      const said = firstSentence(description ?? '') ?? describeFolder({ folder: path, inventory, read })
      return { path, name, kind, description: said === null ? null : redact(said), files }
    })
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

const MODULES_MAX = 80

type Draft = Pick<Module, 'path' | 'name' | 'kind' | 'description'>

/** One a folder. Where two manifests share one, the first names it and whichever has a description describes it. */
function declaredModules(manifests: readonly Manifest[]): Map<string, Draft> {
  const modules = new Map<string, Draft>()
  const note = (path: string, { kind, name, description }: Omit<Draft, 'path'>) => {
    const known = modules.get(path)
    const own = name === '' ? path.slice(path.lastIndexOf('/') + 1) : name
    if (path !== '')
      modules.set(path, {
        path,
        kind: known?.kind ?? kind,
        name: known?.name ?? own,
        description: known?.description ?? description,
      })
  }
  for (const { folder, facts } of manifests) {
    if (facts.module !== undefined) note(folder, facts.module)
    // A project of Gradle needs no build script of its own.
    if (facts.workspace?.name === 'Gradle projects')
      for (const member of facts.workspace.members)
        note(folder === '' ? member : `${folder}/${member}`, { kind: 'project', name: '', description: null })
  }
  return modules
}

/** How many files of code, tests apart, are below each folder. */
function countCode(inventory: Inventory): ReadonlyMap<string, number> {
  const own = new Map<string, number>()
  for (const { folder, role, language, times } of inventory.kinds)
    if (role === 'source' && language !== null && !MARKUP.has(language) && !folder.startsWith('.'))
      own.set(folder, (own.get(folder) ?? 0) + times)
  const counts = new Map<string, number>()
  for (const [folder, files] of own) {
    for (let at = folder; ; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
      counts.set(at, (counts.get(at) ?? 0) + files)
      if (at === '') break
    }
  }
  return counts
}

/** A folder of nothing but these is no part of the code. */
const MARKUP = new Set(['HTML', 'CSS', 'SCSS', 'Less', 'SQL', 'Shell', 'PowerShell', 'Starlark'])
