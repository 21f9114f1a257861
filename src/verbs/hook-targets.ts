import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readInstalled } from '#context/setup/installed.ts'
import type { SettingsTarget } from '#context/setup/plan-settings.ts'
import { hookInstalls } from '#hosts/hook-installs.ts'
import { type HostName, hostNames } from '#hosts/registry.ts'
import { namesIn, readIfReadable } from '#kit/files.ts'
import { agentPaths } from './agent-files.ts'

/**
 * The hosts whose settings shall name keel's hook: those asked for, and those that have a folder for settings here. Not
 * those that merely have an instruction file, or a folder with nothing but an agent file in it, which may be keel's own.
 */
export function hookHosts({ root, asked }: { root: string; asked: readonly HostName[] }): HostName[] {
  return hostNames.filter((name) => {
    const hook = hookInstalls[name]
    return hook !== undefined && (asked.includes(name) || hasSettingsFolder(root, dirname(hook.path)))
  })
}

/** A folder that keel had to make counts once something else is in it than keel's agent file. */
function hasSettingsFolder(root: string, folder: string): boolean {
  if (!existsSync(join(root, folder))) return false
  if (!readInstalled(root)?.directories.includes(folder)) return true
  const ours = agentPaths().find((path) => path.startsWith(`${folder}/`))
  if (ours === undefined) return true
  const holdsOnly = (path: string, name: string) => namesIn(join(root, path)).every((one) => one === name)
  return !(holdsOnly(folder, basename(dirname(ours))) && holdsOnly(dirname(ours), basename(ours)))
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
