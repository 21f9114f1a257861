import type { ManifestKind } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'
import { nameOffers } from './reading/name-offers.ts'

export const makefile: ManifestKind = {
  path: /(^|\/)(GNUm|M|m)akefile$/,
  read: (_path, text) => {
    const targets = linesOf(text)
      .flatMap((line) => /^([A-Za-z\d][\w. /-]{0,200}?)\s*::?(?![=:])/.exec(line)?.[1]?.split(/\s+/) ?? [])
      .filter((target) => /^[\w-]+$/.test(target))
    return { offers: nameOffers([...new Set(targets)], (target) => ({ line: `make ${target}` })) }
  },
}
