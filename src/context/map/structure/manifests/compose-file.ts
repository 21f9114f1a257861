import type { ManifestKind } from './manifest.ts'
import { imageName } from './reading/image-runtime.ts'
import { parseYaml } from './reading/parsed.ts'
import { pickTable, pickText } from './reading/pick.ts'

/** Which programs the project runs beside itself. Their settings stay where they are. */
export const composeFile: ManifestKind = {
  path: /(^|\/)(docker-)?compose([.-][\w-]+)?\.ya?ml$/,
  read: (path, text) => {
    const parsed = parseYaml(text)
    if (parsed.kind === 'broken') return { problems: [parsed.problem] }
    const services = Object.values(pickTable(parsed.table, 'services'))
    if (services.length === 0) return {}
    const isPlain = /(^|\/)(docker-)?compose\.ya?ml$/.test(path)
    return {
      ecosystem: 'image',
      dependencies: services.flatMap((service) => imageName(pickText(service, 'image') ?? '') ?? []),
      offers: isPlain ? [{ purpose: 'run', line: 'docker compose up', rank: 2, isCustom: true }] : [],
    }
  },
}
