import type { ManifestKind } from './manifest.ts'
import { parseJson } from './reading/parsed.ts'
import { pickText } from './reading/pick.ts'
import { elementsNamed, readXml } from './reading/read-xml.ts'
import { targetFrameworks } from './reading/target-frameworks.ts'

/** What all projects of a solution have in common: the SDK, the packages' versions, and properties. */
export const dotnetSettings: ManifestKind = {
  path: /(^|\/)(global\.json|Directory\.(Packages|Build)\.props)$/,
  read: (path, text) => {
    if (path.endsWith('.json')) {
      const parsed = parseJson(text)
      if (parsed.kind === 'broken') return { problems: [parsed.problem] }
      const version = pickText(parsed.table, 'sdk', 'version')
      return version === null ? {} : { ecosystem: 'dotnet', runtimes: [{ name: '.NET SDK', version }] }
    }
    const project = readXml(text)
    if (project === null) return { problems: ['is no project of MSBuild'] }
    const named = [...elementsNamed(project, 'PackageVersion'), ...elementsNamed(project, 'PackageReference')]
    return {
      ecosystem: 'dotnet',
      dependencies: named.flatMap((element) => element.attributes.get('Include') ?? []),
      runtimes: targetFrameworks(project),
    }
  },
}
