import type { ManifestKind } from './manifest.ts'
import { nameOffers } from './reading/name-offers.ts'
import { parseToml } from './reading/parsed.ts'
import { pickKeys, pickText } from './reading/pick.ts'
import { pythonOffers, pythonTools } from './reading/python-offers.ts'

export const pipfile: ManifestKind = {
  path: /(^|\/)Pipfile$/,
  read: (_path, text) => {
    const parsed = parseToml(text)
    if (parsed.kind === 'broken') return { problems: [parsed.problem] }
    const dependencies = [...pickKeys(parsed.table, 'packages'), ...pickKeys(parsed.table, 'dev-packages')]
    const tools = new Set(dependencies)
    const version = pickText(parsed.table, 'requires', 'python_version')
    return {
      ecosystem: 'python',
      dependencies,
      packageManager: 'pipenv',
      runtimes: version === null ? [] : [{ name: 'Python', version }],
      offers: [
        { purpose: 'install', line: 'install', via: 'python', rank: 1, isCustom: true },
        ...nameOffers(pickKeys(parsed.table, 'scripts'), (name) => ({ line: name, via: 'python' })),
        ...pythonOffers(tools),
      ],
      tools: pythonTools(tools),
    }
  },
}
