import type { ManifestKind } from './manifest.ts'
import { parseYaml } from './reading/parsed.ts'
import { pickList, pickTable, pickText } from './reading/pick.ts'
import { folderBelow, scriptLines } from './reading/script-lines.ts'

export const circleci: ManifestKind = {
  path: /^\.circleci\/[^/]+\.ya?ml$/,
  read: (_path, text) => {
    const parsed = parseYaml(text)
    if (parsed.kind === 'broken') return { problems: [parsed.problem] }
    const jobs = ['jobs', 'commands'].flatMap((field) => Object.values(pickTable(parsed.table, field)))
    return {
      ci: jobs.flatMap((job) =>
        pickList(job, 'steps').flatMap((step) => {
          const script = pickText(step, 'run') ?? pickText(step, 'run', 'command') ?? ''
          const own = pickText(step, 'run', 'working_directory') ?? pickText(job, 'working_directory') ?? ''
          return /^[~/]|[<$]/.test(own) ? scriptLines(script, '') : scriptLines(script, folderBelow('', own))
        }),
      ),
    }
  },
}
