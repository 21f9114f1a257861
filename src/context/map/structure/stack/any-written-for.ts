import type { Inventory } from '../files/take-inventory.ts'
import type { Ecosystem } from '../manifests/manifest.ts'
import { ecosystemsIn } from './ecosystem-shares.ts'

/** Whether there is any code for an ecosystem, if only an example. Where there is none at all yet, there may be for each. */
export function anyWrittenFor(inventory: Inventory): (ecosystem: Ecosystem | undefined) => boolean {
  const written = ecosystemsIn(inventory.kinds)
  return (ecosystem) =>
    written.size === 0 || ecosystem === undefined || ecosystem === 'image' || written.has(ecosystem)
}
