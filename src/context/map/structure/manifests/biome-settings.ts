import type { ManifestKind } from './manifest.ts'
import { parseJson } from './reading/parsed.ts'
import { pickText } from './reading/pick.ts'

export const biomeSettings: ManifestKind = {
  path: /(^|\/)biome\.jsonc?$/,
  read: (_path, text) => {
    const parsed = parseJson(text)
    const tools = [
      { name: 'Biome', use: 'lint' },
      { name: 'Biome', use: 'format' },
    ] as const
    if (parsed.kind === 'broken') return { tools, problems: [parsed.problem] }
    const style = pickText(parsed.table, 'formatter', 'indentStyle') ?? 'tab'
    const width = Number(pickText(parsed.table, 'formatter', 'indentWidth') ?? Number.NaN)
    if (style !== 'space' && style !== 'tab') return { tools }
    return { tools, indentation: [{ files: 'Biome', style, width: Number.isInteger(width) ? width : null }] }
  },
}
