import { depthOf, type Inventory, type InventoryFile } from './files/take-inventory.ts'
import { manifestKindOf } from './manifests/all.ts'
import { csproj } from './manifests/csproj.ts'
import type { ManifestFacts, ManifestKind } from './manifests/manifest.ts'
import { readPresence } from './manifests/presence.ts'
import type { Problem } from './structure.ts'

/** A file that said something. */
export type Manifest = {
  readonly path: string
  readonly name: string
  /** Empty for the root. */
  readonly folder: string
  readonly facts: ManifestFacts
  /** Whether it lies in a folder for tests or measurements. What it needs, the whole does not. */
  readonly isTrial: boolean
}

/** What a manifest says, and where that is known already. */
export type ManifestReader = {
  readonly read: (path: string) => string | null
  readonly recallFacts: RecallFacts
}

/** What a file says, remembered or made now. */
export type RecallFacts = (path: string, make: () => ManifestFacts) => ManifestFacts

/** All that the project says of itself, the outer before the inner. What belongs to somebody else is not asked. */
export function readManifests(
  inventory: Inventory,
  reader: ManifestReader,
): {
  readonly manifests: readonly Manifest[]
  /** Projects of tests: they tell what is tested with, and nothing else. */
  readonly trials: readonly Manifest[]
  readonly problems: readonly Problem[]
} {
  const manifests = inventory.files
    .flatMap((file) => {
      // Hardly any file is one: where it lies is asked of these alone.
      const kind = manifestKindOf(file.path)
      const present = kind === null ? readPresence(file.path) : null
      return (kind === null && present === null) || !isOwn(inventory, file) ? [] : [{ file, kind, present }]
    })
    .sort((one, other) => depthOf(one.file.folder) - depthOf(other.file.folder))
    .slice(0, MANIFESTS_MAX)
    .map(({ file: { path, name, folder }, kind, present }): Manifest => {
      return {
        path,
        name,
        folder,
        facts: kind === null ? (present ?? {}) : factsOf(kind, { path, reader }),
        isTrial: TRIAL.test(`${folder}/`),
      }
    })
  return {
    manifests,
    trials: readTrials(inventory, reader),
    problems: manifests.flatMap(({ path, facts }) =>
      (facts.problems ?? []).map((message) => ({ path, message })),
    ),
  }
}

const MANIFESTS_MAX = 800

function readTrials(inventory: Inventory, reader: ManifestReader): Manifest[] {
  return inventory.files
    .filter(({ path, folder }) => csproj.path.test(path) && inventory.roleOfFolder(folder) === 'test')
    .filter(({ folder }) => !MADE_UP.test(`${folder}/`))
    .slice(0, TRIALS_MAX)
    .map(({ path, name, folder }) => {
      return { path, name, folder, facts: factsOf(csproj, { path, reader }), isTrial: true }
    })
}

const TRIALS_MAX = 100
/** What tests are run on. */
const MADE_UP = /(^|\/)(fixtures?|testdata|test_?assets|__\w+__|mocks?|snapshots?)\//i

const TRIAL =
  /(^|\/)([\w.-]*[._-](tests?|benchmarks?|bench|e2e)|[\w.-]*[a-z](Tests?|Benchmarks?)|benches|fuzz|(tests?|e2e|benchmarks?|bench)[._-][\w.-]+)\//
const TEXT_MAX_CHARS = 256 * 1024

/** What lies among tests, examples and the code of others says nothing about the project. */
function isOwn(inventory: Inventory, { folder }: InventoryFile): boolean {
  if (folder.startsWith('.')) return !folder.startsWith('.yarn')
  return inventory.roleOfFolder(folder) === 'source' && !ASIDE.test(folder)
}

const ASIDE = /(^|\/)([\w-]+-tests|templates?|template-[\w-]+|snippets|cookiecutter[\w-]*)(\/|$)|\{\{/

type Unread = { readonly path: string; readonly reader: ManifestReader }

function factsOf(kind: ManifestKind, { path, reader: { read, recallFacts } }: Unread): ManifestFacts {
  return recallFacts(path, () => factsIn(kind, { path, text: read(path) }))
}

type Opened = { readonly path: string; readonly text: string | null }

/** Readers do not throw. Should one, it costs that file and nothing else. */
function factsIn(kind: ManifestKind, { path, text }: Opened): ManifestFacts {
  if (text === null) return { problems: ['cannot be read'] }
  if (text.length > TEXT_MAX_CHARS) return { problems: ['is too large for a manifest'] }
  try {
    return kind.read(path, text)
  } catch {
    return { problems: ['could not be understood'] }
  }
}
