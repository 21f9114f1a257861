import { expect, it } from 'vitest'
import { hookInstalls } from '#hosts/hook-installs.ts'
import { hostNames, hosts } from '#hosts/registry.ts'
import { agentPaths } from './agent-files.ts'
import { writtenPaths } from './written-paths.ts'

it('names every file that keel writes for a host, and no other', () => {
  const ofHosts = hostNames.flatMap((name) => hosts[name].instructionFile?.path ?? [])
  const ofHooks = Object.values(hookInstalls).map(({ path }) => path)
  expect(writtenPaths.toSorted()).toEqual(['AGENTS.md', ...ofHosts, ...ofHooks, ...agentPaths()].toSorted())
})
