import type { ManifestKind } from './manifest.ts'
import { nameOffers } from './reading/name-offers.ts'
import { pythonOffers, pythonTools } from './reading/python-offers.ts'
import { readIni } from './reading/read-ini.ts'

/** tox, and the tools that keep their settings in its file. */
export const toxIni: ManifestKind = {
  path: /(^|\/)tox\.ini$/,
  read: (_path, text) => {
    const sections = readIni(text)
    const titles = [...sections.keys()]
    const environments = titles.flatMap((title) => /^testenv:([\w.-]+)$/.exec(title)?.[1] ?? [])
    const tools = new Set(titles.map((title) => title.replace(/[-:].*$/, '')))
    const isTox = titles.some((title) => title === 'tox' || title.startsWith('testenv'))
    return {
      ecosystem: 'python',
      offers: [
        ...(isTox ? [{ purpose: 'test', line: 'tox', via: 'python', rank: 4 } as const] : []),
        ...nameOffers(environments, (name) => ({ line: `tox -e ${name}`, via: 'python' })),
        ...pythonOffers(tools, sections.get('mypy')?.keys()),
      ],
      tools: pythonTools(tools),
    }
  },
}
