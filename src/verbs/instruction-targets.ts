import { detectSection } from '#context/sections/section.ts'
import type { SectionTarget } from '#context/setup/plan-setup.ts'
import { type HostName, hostNames, hosts } from '#hosts/registry.ts'
import { readPackageFile } from '#kit/package-file.ts'

/** The text that every host gets, by AGENTS.md. */
export function sharedFacts(): string {
  return readPackageFile('templates/sections/agents.md')
}

/** AGENTS.md first, then the files of these hosts that need one of their own. */
export function instructionTargets(root: string, names: readonly HostName[]): SectionTarget[] {
  const ofHosts = names.flatMap((name): SectionTarget[] => {
    const file = hosts[name].instructionFile
    if (file === null) return []
    return [
      {
        path: file.path,
        facts: file.readsAgentsFile(root) ? 'point' : 'import',
        text: readPackageFile(`templates/sections/${file.template}`),
        ...(file.preamble === undefined ? {} : { preamble: file.preamble }),
      },
    ]
  })
  return [{ path: 'AGENTS.md', facts: 'own', text: '' }, ...ofHosts]
}

/** The hosts whose own file has keel's section, or markers that are in disorder. */
export function sectionCarriers(root: string): HostName[] {
  return hostNames.filter((name) => {
    const file = hosts[name].instructionFile
    return file !== null && !['no-file', 'absent'].includes(detectSection({ root, path: file.path }).kind)
  })
}
