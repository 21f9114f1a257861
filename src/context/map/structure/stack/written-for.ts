import type { Inventory } from '../files/take-inventory.ts'
import type { Ecosystem } from '../manifests/manifest.ts'
import { ecosystemOf } from './ecosystem-shares.ts'

/** Whether some of the code is written for an ecosystem. What lies beside it for its tools, or to build it for one more platform, is none. */
export function writtenFor(inventory: Inventory): (ecosystem: Ecosystem | undefined) => boolean {
  const own = inventory.files.filter(
    ({ language, role, name }) =>
      language !== null && (role === 'source' || role === 'test') && !BUILD_SCRIPT.test(name),
  )
  const counts = new Map<Ecosystem, number>()
  for (const { language } of own) {
    const ecosystem = ecosystemOf(language)
    if (ecosystem !== null) counts.set(ecosystem, (counts.get(ecosystem) ?? 0) + 1)
  }
  return (ecosystem) =>
    own.length === 0 ||
    ecosystem === undefined ||
    ecosystem === 'image' ||
    (counts.get(ecosystem) ?? 0) > own.length * PART_LEAST
}

const PART_LEAST = 0.01
const BUILD_SCRIPT = /\.gradle\.kts$/
