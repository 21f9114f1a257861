import type { ManifestKind } from './manifest.ts'
import { isTable, parseYaml, type Table } from './reading/parsed.ts'
import { pickText } from './reading/pick.ts'
import { folderBelow, scriptLines } from './reading/script-lines.ts'

/** Steps lie in jobs, stages, templates and strategies; a script is a script wherever it lies. */
export const azurePipelines: ManifestKind = {
  path: /(^|\/)\.?azure-pipelines?[\w.-]*\.ya?ml$/,
  read: (_path, text) => {
    const parsed = parseYaml(text)
    if (parsed.kind === 'broken') return { problems: [parsed.problem] }
    return {
      ci: tablesIn(parsed.table).flatMap((step) => {
        const script = pickText(step, 'script') ?? pickText(step, 'bash') ?? ''
        const folder = pickText(step, 'workingDirectory') ?? ''
        return scriptLines(script, folder.includes('$') ? '' : folderBelow('', folder))
      }),
    }
  },
}

function tablesIn(top: Table): Table[] {
  const tables: Table[] = []
  const ahead: unknown[] = [top]
  for (let seen = 0; ahead.length > 0 && seen < SEEN_MAX; seen += 1) {
    const next = ahead.shift()
    if (isTable(next)) tables.push(next)
    if (typeof next === 'object' && next !== null) ahead.push(...Object.values(next))
  }
  return tables
}

const SEEN_MAX = 5000
