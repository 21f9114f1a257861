import { once } from '#kit/once.ts'
import { chooseCommands } from './commands/choose-commands.ts'
import { testLayout } from './conventions/test-layout.ts'
import { customsOf } from './customs-of.ts'
import { drawTree } from './files/draw-tree.ts'
import { isPlainFile } from './files/is-plain-file.ts'
import { moveKinds } from './files/move-kinds.ts'
import { type Inventory, type ListedFile, lookAt, lookUpIn, takeInventory } from './files/take-inventory.ts'
import type { Ground } from './ground.ts'
import { findModules } from './modules/find-modules.ts'
import { describeStack } from './stack/describe-stack.ts'
import type { Structure } from './structure.ts'

export type Since = {
  /** Every file of the project, in the order of their paths. */
  readonly files: readonly ListedFile[]
  /** Those that have come and gone since it was described. None that was read then is another now. */
  readonly come: readonly ListedFile[]
  readonly gone: readonly ListedFile[]
  readonly read: (path: string) => string | null
  readonly depth: number
}

type Described = { readonly structure: Structure; readonly ground: Ground }

/**
 * The structure of a repository that was described before, where only files have come or gone of which nothing is told but how many
 * there are. What is counted is told anew, by kinds; nobody goes through all files. Null where more may have to be told.
 */
export function describeSince(since: Since, { structure, ground }: Described): Structure | null {
  const { files, read, depth } = since
  const [come, gone] = [lookAt(since.come), lookAt(since.gone)]
  const asked = new Set(ground.asked)
  if ([...come, ...gone].some((file) => !isPlainFile(file) || asked.has(file.path))) return null
  const kinds = moveKinds(ground.kinds, { come, gone })
  if (kinds === null || customsOf(kinds) !== ground.customs) return null
  const libraries = new Set(ground.libraries)
  const whole = once(() => takeInventory(files))
  const inventory: Inventory = {
    get files() {
      return whole().files
    },
    kinds,
    libraries,
    ...lookUpIn(files, libraries),
  }
  const { manifests } = ground
  const { conventions } = structure
  return {
    ...structure,
    stack: describeStack(inventory, manifests),
    commands: chooseCommands(inventory, manifests),
    modules: findModules({ inventory, manifests, read }),
    tree: drawTree(inventory, depth),
    conventions: {
      ...conventions,
      tests: { ...testLayout(inventory, read), frameworks: conventions.tests.frameworks },
    },
  }
}
