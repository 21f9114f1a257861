import { groupBy } from '#kit/group-by.ts'
import { depthOf, type Inventory } from '../files/take-inventory.ts'

/** Folders that lie in the same place of another tree of sources and hold the same files, as for another platform, are told of once: where they lie least deep. */
export function withoutCopies<Place extends { readonly path: string }>(
  folders: readonly Place[],
  inventory: Inventory,
): Place[] {
  const alike = [...groupBy(folders, ({ path }) => SOURCES.exec(path)?.[1] ?? path).values()]
  if (alike.every(({ length }) => length === 1)) return [...folders]
  const names = groupBy(inventory.files, ({ folder }) => folder)
  const namesIn = (path: string) => new Set((names.get(path) ?? []).map(({ name }) => name))
  const copies = new Set(
    alike.flatMap((places) => {
      const [first, ...others] = places.toSorted(byDepth)
      return first === undefined
        ? []
        : others.filter(({ path }) => holdsMost(namesIn(first.path), namesIn(path)))
    }),
  )
  return folders.filter((folder) => !copies.has(folder))
}

/** Deep enough to be a package. */
const SOURCES = /(?:^|\/)(?:src|lib)\/((?:[^/]+\/){2,}[^/]+)$/

function byDepth(
  { path: one }: { readonly path: string },
  { path: other }: { readonly path: string },
): number {
  return depthOf(one) - depthOf(other) || (one < other ? -1 : 1)
}

function holdsMost(all: ReadonlySet<string>, some: ReadonlySet<string>): boolean {
  return [...some].filter((name) => all.has(name)).length >= some.size * PART
}

const PART = 0.7
