import type { Entrance, ManifestKind } from './manifest.ts'
import { pythonOffers, pythonTools, requirementName } from './reading/python-offers.ts'
import { readIni } from './reading/read-ini.ts'

export const setupCfg: ManifestKind = {
  path: /(^|\/)setup\.cfg$/,
  read: (_path, text) => {
    const sections = readIni(text)
    const metadata = sections.get('metadata')
    const name = metadata?.get('name')?.[0]
    const version = sections.get('options')?.get('python_requires')?.[0]
    const wanted = [
      ...(sections.get('options')?.get('install_requires') ?? []),
      ...[...(sections.get('options.extras_require')?.values() ?? [])].flat(),
    ]
    const dependencies = [...new Set(wanted.flatMap((line) => requirementName(line) ?? []))]
    const titles = [...sections.keys()].map((title) => title.replace(/^tool:/, '').replace(/[-:].*$/, ''))
    const tools = new Set([...titles, ...dependencies])
    return {
      ecosystem: 'python',
      ...(name === undefined
        ? {}
        : { module: { kind: 'package', name, description: metadata?.get('description')?.[0] ?? null } }),
      dependencies,
      runtimes: version === undefined ? [] : [{ name: 'Python', version }],
      offers: [
        ...pythonOffers(tools, sections.get('mypy')?.keys()),
        ...(name === undefined
          ? []
          : [{ purpose: 'install', line: 'install -e .', via: 'python', rank: 2, isCustom: true } as const]),
      ],
      entryPoints: (sections.get('options.entry_points')?.get('console_scripts') ?? []).flatMap(entranceOf),
      tools: pythonTools(tools),
    }
  },
}

function entranceOf(line: string): Entrance[] {
  const [name = '', target = ''] = line.split('=').map((part) => part.trim())
  return target === '' ? [] : [{ kind: 'program', name, target, isCommand: true }]
}
