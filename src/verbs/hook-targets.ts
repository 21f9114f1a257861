import { join } from 'node:path'
import type { SettingsTarget } from '#context/setup/plan-settings.ts'
import { hookInstalls } from '#hosts/hook-installs.ts'
import type { HostName } from '#hosts/registry.ts'
import { readIfReadable } from '#kit/files.ts'

/** The hosts among these whose settings can name keel's hook. */
export function hookHosts(names: readonly HostName[]): HostName[] {
  return names.filter((name) => Object.hasOwn(hookInstalls, name))
}

/** What puts keel's hook into the settings of these hosts. */
export function hookTargets(names: readonly HostName[]): SettingsTarget[] {
  return hookHosts(names).flatMap((name) => {
    const hook = hookInstalls[name]
    return hook === undefined
      ? []
      : [
          {
            path: hook.path,
            outcome: 'created' as const,
            edit: (before: string | null) => hook.install(before, commandOf(name)),
          },
        ]
  })
}

/** What takes it out of the settings of every host again. */
export function hookRemovals(): SettingsTarget[] {
  return Object.entries(hookInstalls).map(([name, { path, remove }]) => ({
    path,
    outcome: 'removed',
    edit: (before) => (before === null ? { kind: 'unchanged' } : remove(before, commandOf(name))),
  }))
}

/** The hosts whose settings, in this project, have them ask keel. */
export function askingHosts(root: string): { readonly host: HostName; readonly path: string }[] {
  return Object.entries(hookInstalls).flatMap(([name, { path, install }]) => {
    const text = readIfReadable(join(root, path))?.toString('utf8') ?? null
    const isAsking = text !== null && install(text, commandOf(name)).kind === 'unchanged'
    return isAsking ? [{ host: name as HostName, path }] : []
  })
}

/** By name and not by place: settings are for everybody who works on the project. */
function commandOf(host: string): string[] {
  return ['keel', 'hook', host]
}
