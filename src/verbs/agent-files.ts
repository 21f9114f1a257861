import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { OwnedFile } from '#context/setup/owned-files.ts'
import type { AgentDefinition } from '#hosts/agent-file.ts'
import { readFrontMatter } from '#hosts/front-matter.ts'
import { type HostName, hostNames, hosts } from '#hosts/registry.ts'
import { readPackageFile } from '#kit/package-file.ts'

/** The agent file of each of these hosts that has one. Nobody else's of that name is ever replaced, nor an edited one. */
export function agentFiles(names: readonly HostName[]): OwnedFile[] {
  const definition = readDefinition(AGENT)
  return names.flatMap((name): OwnedFile[] => {
    const file = hosts[name].agentFile
    if (file === null) return []
    const path = file.path(definition.name)
    return [
      {
        path,
        content: file.render(definition),
        onUpdate: 'refresh',
        forceable: false,
        whenKept: `${path} is not as keel wrote it, so it stays. Delete it and run \`keel init\` to have keel’s.`,
      },
    ]
  })
}

/** Where they lie, if they are there. */
export function agentPaths(): string[] {
  return hostNames.flatMap((name) => hosts[name].agentFile?.path(AGENT) ?? [])
}

/** The hosts that have such a file here. Whoever took one out may have meant to, and an update does not bring it back. */
export function agentHolders(root: string): HostName[] {
  return hostNames.filter((name) => {
    const path = hosts[name].agentFile?.path(AGENT)
    return path !== undefined && existsSync(join(root, path))
  })
}

/** The only one so far, and the name of its template. */
const AGENT = 'repo-mapper'

function readDefinition(name: string): AgentDefinition {
  const template = readFrontMatter(readPackageFile(`templates/agents/${name}.md`))
  if (template.kind !== 'fields') throw new Error(`templates/agents/${name}.md has no front matter`)
  return { name, description: String(template.fields['description']), prompt: template.body }
}
