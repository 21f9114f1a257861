import type { ManifestKind } from './manifest.ts'
import { parseToml, parseYaml } from './reading/parsed.ts'

/** JSON is YAML too, and a file without an extension may be either. */
export const prettierSettings: ManifestKind = {
  path: /(^|\/)\.prettierrc(\.(json5?|ya?ml|toml))?$/,
  read: (path, text) => {
    const tools = [{ name: 'Prettier', use: 'format' } as const]
    const parsed = path.endsWith('.toml') ? parseToml(text) : parseYaml(text)
    if (parsed.kind === 'broken')
      return text.trim() === '' ? { tools } : { tools, problems: [parsed.problem] }
    const { useTabs, tabWidth } = parsed.table
    const width = typeof tabWidth === 'number' ? tabWidth : null
    if (useTabs === true) return { tools, indentation: [{ files: 'Prettier', style: 'tab', width }] }
    return width === null ? { tools } : { tools, indentation: [{ files: 'Prettier', style: 'space', width }] }
  },
}
