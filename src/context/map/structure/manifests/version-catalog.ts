import type { ManifestKind } from './manifest.ts'
import { parseToml } from './reading/parsed.ts'
import { pickTable, pickText } from './reading/pick.ts'

/** The libraries that the projects of a Gradle build may use. */
export const versionCatalog: ManifestKind = {
  path: /(^|\/)gradle\/[\w.-]*versions\.toml$/,
  read: (_path, text) => {
    const parsed = parseToml(text)
    if (parsed.kind === 'broken') return { problems: [parsed.problem] }
    const libraries = Object.values(pickTable(parsed.table, 'libraries')).flatMap((library) => {
      const module = pickText(library, 'module') ?? (typeof library === 'string' ? library : null)
      const [group, name] = [pickText(library, 'group'), pickText(library, 'name')]
      return module ?? (group === null ? [] : `${group}:${name ?? ''}`)
    })
    const plugins = Object.values(pickTable(parsed.table, 'plugins')).flatMap(
      (plugin) => pickText(plugin, 'id') ?? [],
    )
    return { ecosystem: 'jvm', dependencies: [...libraries, ...plugins] }
  },
}
