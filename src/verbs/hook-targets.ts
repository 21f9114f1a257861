import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SettingsTarget } from '#context/setup/plan-settings.ts'
import { hookInstalls } from '#hosts/hook-installs.ts'
import { type HostName, hostNames } from '#hosts/registry.ts'
import { readIfReadable } from '#kit/files.ts'

/**
 * The hosts whose settings shall name keel's hook: those asked for, and those that have a folder for settings here. Not
 * those that merely have an instruction file, which may be keel's own.
 */
export function hookHosts({ root, asked }: { root: string; asked: readonly HostName[] }): HostName[] {
  return hostNames.filter((name) => {
    const hook = hookInstalls[name]
    return hook !== undefined && (asked.includes(name) || existsSync(join(root, dirname(hook.path))))
  })
}

/** What puts keel's hook into the settings of these hosts. */
export function hookTargets(names: readonly HostName[]): SettingsTarget[] {
  return names.flatMap((name) => {
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
