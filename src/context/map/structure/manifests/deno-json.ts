import type { ManifestKind } from './manifest.ts'
import { nameOffers } from './reading/name-offers.ts'
import { parseJson } from './reading/parsed.ts'
import { pickKeys, pickText, pickTexts } from './reading/pick.ts'

export const denoJson: ManifestKind = {
  path: /(^|\/)deno\.jsonc?$/,
  read: (_path, text) => {
    const parsed = parseJson(text)
    if (parsed.kind === 'broken') return { problems: [parsed.problem] }
    const { table } = parsed
    const main = pickText(table, 'exports') ?? pickText(table, 'exports', '.')
    const members = [...pickTexts(table, 'workspace'), ...pickTexts(table, 'workspace', 'members')]
    const name = pickText(table, 'name')
    return {
      ecosystem: 'javascript',
      ...(name === null ? {} : { module: { kind: 'package', name, description: null } }),
      packageManager: 'deno',
      offers: [
        ...nameOffers(pickKeys(table, 'tasks'), (task) => ({ line: `deno task ${task}` })),
        { purpose: 'test', line: 'deno test', rank: 1, isCustom: true },
        { purpose: 'lint', line: 'deno lint', rank: 1, isCustom: true },
        { purpose: 'format', line: 'deno fmt', rank: 1, isCustom: true },
      ],
      entryPoints: main === null ? [] : [{ kind: 'library', name: null, target: main }],
      ...(members.length === 0 ? {} : { workspace: { name: 'Deno workspace', members } }),
      moduleSystem: 'ESM',
    }
  },
}
