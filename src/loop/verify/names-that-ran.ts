import type { Evidence } from '#words/evidence.ts'
import { unpackNames } from './pack-names.ts'

/** The names of all tests that ran; null where not all are known. */
export function namesThatRan({ ran }: Evidence): ReadonlySet<string> | null {
  const names = ran === undefined ? null : unpackNames(ran)
  return names === null ? null : new Set(names)
}
