import type { ManifestKind } from './manifest.ts'
import { parseJson, parseYaml } from './reading/parsed.ts'
import { pickTexts } from './reading/pick.ts'

/** Where pnpm and Lerna keep their list of packages. */
export const javascriptWorkspace: ManifestKind = {
  path: /(^|\/)(pnpm-workspace\.ya?ml|lerna\.json)$/,
  read: (path, text) => {
    const parsed = path.endsWith('.json') ? parseJson(text) : parseYaml(text)
    if (parsed.kind === 'broken') return text.trim() === '' ? {} : { problems: [parsed.problem] }
    const members = pickTexts(parsed.table, 'packages')
    const name = path.endsWith('.json') ? 'Lerna' : 'pnpm workspace'
    return members.length === 0 ? {} : { workspace: { name, members } }
  },
}
