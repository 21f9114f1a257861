import type { ManifestKind } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'
import { nameOffers } from './reading/name-offers.ts'

/** Recipes stand at the beginning of a line; what begins with an underscore is not for typing. */
export const justfile: ManifestKind = {
  path: /(^|\/)(\.?justfile|Justfile|JUSTFILE|[\w-]+\.just)$/,
  read: (_path, text) => {
    const lines = linesOf(text)
    const recipes = lines.flatMap(
      (line) => /^@?([A-Za-z][\w-]{0,60})(?:\s[^:=]{0,200})?:(?!=)/.exec(line)?.[1] ?? [],
    )
    const aliases = lines.flatMap((line) => /^alias\s+([\w-]{1,60})\s*:=/.exec(line)?.[1] ?? [])
    return {
      offers: nameOffers([...new Set([...recipes, ...aliases])], (recipe) => ({ line: `just ${recipe}` })),
    }
  },
}
