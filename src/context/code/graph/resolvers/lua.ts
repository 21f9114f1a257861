import { findBySuffix } from '../paths/find-by-suffix.ts'
import { pickNearest } from '../paths/pick-nearest.ts'
import type { MakeResolver } from '../resolver.ts'

/** As Lua searches: dots are folders, a folder has an `init.lua`, and any folder may be on the path. */
export const resolveLua: MakeResolver = (project) => ({
  resolve: (from, { specifier }) => {
    const said = specifier.replaceAll('.', '/').replace(/^\/+/, '')
    const found = [`${said}.lua`, `${said}/init.lua`].flatMap((file) => findBySuffix(project, file))
    const nearest = pickNearest(
      found.map(({ path }) => path),
      from,
    )
    return nearest === null ? [] : [nearest]
  },
})
