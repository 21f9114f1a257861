import type { ManifestKind } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'
import { nameOffers } from './reading/name-offers.ts'

/** The sessions of nox: functions below a decorator. */
export const noxfile: ManifestKind = {
  path: /(^|\/)noxfile\.py$/,
  read: (_path, text) => {
    const sessions = linesOf(text).flatMap((line) => /^def (\w{1,60})\(session\b/.exec(line)?.[1] ?? [])
    return {
      ecosystem: 'python',
      offers: nameOffers(sessions, (name) => ({ line: `nox -s ${name}`, via: 'python' })),
    }
  },
}
