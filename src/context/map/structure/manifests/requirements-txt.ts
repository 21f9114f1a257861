import type { ManifestKind } from './manifest.ts'
import { linesOf } from './reading/lines-of.ts'
import { pythonTools, requirementName } from './reading/python-offers.ts'

export const requirementsTxt: ManifestKind = {
  path: /(^|\/)(requirements[\w-]*\.(txt|in)|requirements\/[\w-]+\.(txt|in))$/,
  read: (path, text) => {
    const lines = linesOf(text).filter((line) => !/^\s*(#|-|$)|:\/\//.test(line))
    const dependencies = [...new Set(lines.flatMap((line) => requirementName(line) ?? []))]
    const isMain = /(^|\/)requirements\.txt$/.test(path)
    return {
      ecosystem: 'python',
      dependencies,
      tools: pythonTools(new Set(dependencies)),
      offers: isMain
        ? [
            {
              purpose: 'install',
              line: 'install -r requirements.txt',
              via: 'python',
              rank: 2,
              isCustom: true,
            },
          ]
        : [],
    }
  },
}
