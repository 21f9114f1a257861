import { chooseCommands } from './commands/choose-commands.ts'
import { seeConventions } from './conventions/see-conventions.ts'
import { customsOf } from './customs-of.ts'
import { drawTree } from './files/draw-tree.ts'
import { findEntryPoints } from './files/find-entry-points.ts'
import { findKeyFiles } from './files/find-key-files.ts'
import { type ListedFile, takeInventory } from './files/take-inventory.ts'
import type { Ground } from './ground.ts'
import { findModules } from './modules/find-modules.ts'
import { type RecallFacts, readManifests } from './read-manifests.ts'
import { describeStack } from './stack/describe-stack.ts'
import type { Structure } from './structure.ts'

export type Repository = {
  /** Every file of the project, in any order. */
  readonly files: readonly ListedFile[]
  /** The text of a file; null for one that cannot be read. */
  readonly read: (path: string) => string | null
  readonly recallFacts?: RecallFacts
  /** First lines of the latest commits. Two hundred tell enough. */
  readonly subjects?: readonly string[]
  /** How many levels of folders the tree shows. */
  readonly depth?: number
}

/** What a newcomer would want to be told about a repository, by what lies in it. The same files, the same answer. */
export function describeStructure(repository: Repository): Structure {
  return describeWithGround(repository).structure
}

/** The same with what it was told by, for `describeSince`. */
export function describeWithGround({
  files,
  read,
  recallFacts = (_, make) => make(),
  subjects = [],
  depth = DEPTH,
}: Repository): Described {
  const inventory = takeInventory(files)
  const told = readManifests(inventory, { read, recallFacts })
  const { manifests, trials, problems } = told
  const asked = new Set<string>()
  const has = (path: string) => {
    asked.add(path)
    return inventory.has(path)
  }
  return {
    structure: {
      stack: describeStack(inventory, manifests),
      commands: chooseCommands(inventory, manifests),
      entryPoints: findEntryPoints({ inventory: { ...inventory, has }, manifests, read }),
      keyFiles: findKeyFiles(inventory),
      modules: findModules({ inventory, manifests, read }),
      tree: drawTree(inventory, depth),
      conventions: seeConventions({ inventory, manifests, trials, subjects, read }),
      problems,
    },
    ground: {
      kinds: inventory.kinds,
      customs: customsOf(inventory.kinds),
      libraries: [...inventory.libraries],
      manifests,
      asked: [...asked],
    },
  }
}

export type Described = { readonly structure: Structure; readonly ground: Ground }

const DEPTH = 3
