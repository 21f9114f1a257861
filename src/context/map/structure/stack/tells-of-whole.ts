import type { Inventory } from '../files/take-inventory.ts'
import type { Manifest } from '../read-manifests.ts'
import { ecosystemOf } from './ecosystem-shares.ts'

/**
 * Whether a manifest says something of the whole repository: one at its root does, and one of an ecosystem that some of the
 * code is written for. What lies beside a library to build it for one more platform does not.
 */
export function tellsOfWhole(inventory: Inventory): (manifest: Manifest) => boolean {
  const own = inventory.files.filter(
    ({ language, role, name }) =>
      language !== null && (role === 'source' || role === 'test') && !BUILD_SCRIPT.test(name),
  )
  const counts = new Map<string, number>()
  for (const { language } of own) {
    const ecosystem = ecosystemOf(language)
    if (ecosystem !== null) counts.set(ecosystem, (counts.get(ecosystem) ?? 0) + 1)
  }
  return ({ folder, facts: { ecosystem } }) =>
    folder === '' ||
    own.length === 0 ||
    ecosystem === undefined ||
    ecosystem === 'image' ||
    (counts.get(ecosystem) ?? 0) > own.length * PART_LEAST
}

const PART_LEAST = 0.01
const BUILD_SCRIPT = /\.gradle\.kts$/
