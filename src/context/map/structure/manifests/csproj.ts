import { posix } from 'node:path'
import type { ManifestKind, Offer } from './manifest.ts'
import { elementsNamed, readXml, textOf, type XmlElement } from './reading/read-xml.ts'
import { targetFrameworks } from './reading/target-frameworks.ts'

export const csproj: ManifestKind = {
  path: /\.(cs|fs|vb)proj$/,
  read: (path, text) => {
    const project = readXml(text)
    if (project?.name !== 'Project') return { problems: ['is no project of MSBuild'] }
    const isRunnable = isProgram(project)
    return {
      ecosystem: 'dotnet',
      module: {
        kind: 'project',
        name: posix.basename(path).replace(/\.\w+$/, ''),
        description: propertyOf(project, 'Description'),
      },
      dependencies: [
        ...sdksOf(project),
        ...elementsNamed(project, 'PackageReference').flatMap(
          (element) => element.attributes.get('Include') ?? [],
        ),
        ...(propertyOf(project, 'UseWPF') === 'true' ? ['WPF'] : []),
        ...(propertyOf(project, 'UseMaui') === 'true' ? ['Microsoft.Maui'] : []),
      ],
      runtimes: targetFrameworks(project),
      offers: [...customs(), ...(isRunnable ? [runOffer(path, project)] : [])],
    }
  },
}

/** Values that only a build could work out are no values here. */
function propertyOf(project: XmlElement, name: string): string | null {
  const text = elementsNamed(project, 'PropertyGroup')
    .map((group) => textOf(group, name))
    .find((found) => found !== null)
  return text === undefined || text === null || text.includes('$(') ? null : text
}

function sdksOf(project: XmlElement): string[] {
  const named = elementsNamed(project, 'Sdk').flatMap((element) => element.attributes.get('Name') ?? [])
  return [project.attributes.get('Sdk') ?? '', ...named]
    .map((sdk) => sdk.replace(/\/.*$/, ''))
    .filter((sdk) => sdk !== '')
}

function isProgram(project: XmlElement): boolean {
  return (
    propertyOf(project, 'OutputType')?.endsWith('Exe') === true ||
    sdksOf(project).some((sdk) => WEB.test(sdk))
  )
}

const WEB = /\.(Web|Worker|BlazorWebAssembly|AppHost)/
const TEST = /tests?\b/i

function runOffer(path: string, project: XmlElement): Offer {
  const isHost = sdksOf(project).some((sdk) => sdk.includes('AppHost'))
  const rank = isHost ? 0 : TEST.test(path) ? 6 : 3
  return { purpose: 'run', line: `dotnet run --project ${path}`, rank, isCustom: true, isAtRoot: true }
}

function customs(): Offer[] {
  return [
    { purpose: 'install', line: 'dotnet restore', rank: 1, isCustom: true },
    { purpose: 'build', line: 'dotnet build', rank: 1, isCustom: true },
    { purpose: 'test', line: 'dotnet test', rank: 1, isCustom: true },
    { purpose: 'format', line: 'dotnet format', rank: 2, isCustom: true },
  ]
}
