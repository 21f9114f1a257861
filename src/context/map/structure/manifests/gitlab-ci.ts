import type { ManifestKind } from './manifest.ts'
import { parseYaml } from './reading/parsed.ts'
import { pickTable, pickTexts } from './reading/pick.ts'
import { scriptLines } from './reading/script-lines.ts'

export const gitlabCi: ManifestKind = {
  path: /(^|\/)\.gitlab-ci\.ya?ml$|^\.gitlab\/ci\/[^/]+\.ya?ml$/,
  read: (_path, text) => {
    const parsed = parseYaml(text)
    if (parsed.kind === 'broken') return { problems: [parsed.problem] }
    const jobs = Object.values(parsed.table).map((job) => pickTable(job))
    const scripts = [parsed.table, ...jobs].flatMap((job) => [
      ...pickTexts(job, 'before_script'),
      ...pickTexts(job, 'script'),
    ])
    return { ci: scripts.flatMap((script) => scriptLines(script, '')) }
  },
}
