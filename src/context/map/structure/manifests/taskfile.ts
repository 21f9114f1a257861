import type { ManifestKind } from './manifest.ts'
import { nameOffers } from './reading/name-offers.ts'
import { parseYaml } from './reading/parsed.ts'
import { pickTable } from './reading/pick.ts'

export const taskfile: ManifestKind = {
  path: /(^|\/)[Tt]askfile(\.dist)?\.ya?ml$/,
  read: (_path, text) => {
    const parsed = parseYaml(text)
    if (parsed.kind === 'broken') return { problems: [parsed.problem] }
    const tasks = Object.entries(pickTable(parsed.table, 'tasks')).filter(
      ([, task]) => pickTable(task)['internal'] !== true,
    )
    return {
      offers: nameOffers(
        tasks.map(([name]) => name),
        (name) => ({ line: `task ${name}` }),
      ),
    }
  },
}
