import type { Inventory } from '../files/take-inventory.ts'
import type { Ecosystem } from '../manifests/manifest.ts'
import { ecosystemOf } from './ecosystem-shares.ts'

/** Whether some of the code is written for an ecosystem. What lies beside it for its tools, or to build it for one more platform, is none. */
export function writtenFor({
  kinds,
}: Pick<Inventory, 'kinds'>): (ecosystem: Ecosystem | undefined) => boolean {
  const own = kinds.filter(
    ({ language, role, isBuildScript }) =>
      language !== null && (role === 'source' || role === 'test') && !isBuildScript,
  )
  const counts = new Map<Ecosystem, number>()
  let total = 0
  for (const { language, times } of own) {
    const ecosystem = ecosystemOf(language)
    total += times
    if (ecosystem !== null) counts.set(ecosystem, (counts.get(ecosystem) ?? 0) + times)
  }
  return (ecosystem) =>
    total === 0 ||
    ecosystem === undefined ||
    ecosystem === 'image' ||
    (counts.get(ecosystem) ?? 0) > total * PART_LEAST
}

const PART_LEAST = 0.01
