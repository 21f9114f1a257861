import type { CiLine, ManifestKind } from './manifest.ts'
import { parseYaml, type Table } from './reading/parsed.ts'
import { pickList, pickTable, pickText } from './reading/pick.ts'
import { folderBelow, scriptLines } from './reading/script-lines.ts'

export const githubWorkflow: ManifestKind = {
  path: /^\.(github|gitea|forgejo)\/(workflows|actions\/[\w-]+)\/[^/]+\.ya?ml$/,
  read: (_path, text) => {
    const parsed = parseYaml(text)
    if (parsed.kind === 'broken') return { problems: [parsed.problem] }
    const jobs = [...Object.values(pickTable(parsed.table, 'jobs')), pickTable(parsed.table, 'runs')]
    return { ci: jobs.flatMap((job) => linesOfJob(pickTable(job), folderOf(parsed.table))) }
  },
}

function linesOfJob(job: Table, folder: string): CiLine[] {
  const jobFolder = folderOf(job) || folder
  return pickList(job, 'steps').flatMap((step) => {
    const script = pickText(step, 'run')
    if (script === null || !/^(|bash|sh|pwsh)(?!\w)/.test(pickText(step, 'shell') ?? '')) return []
    const own = pickText(step, 'working-directory')
    return own?.includes('${') === true
      ? []
      : scriptLines(script, own === null ? jobFolder : folderBelow('', own))
  })
}

function folderOf(table: Table): string {
  const folder = pickText(table, 'defaults', 'run', 'working-directory') ?? ''
  return folder.includes('${') ? '' : folderBelow('', folder)
}
