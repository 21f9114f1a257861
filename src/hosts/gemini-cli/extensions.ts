import { isAbsolute, join, resolve } from 'node:path'
import * as z from 'zod'
import { isFile, namesIn } from '#kit/files.ts'
import { readJson } from './read-json.ts'

export type ExtensionFile = { readonly extension: string; readonly path: string }

/** The context files of the installed extensions that are enabled where Gemini CLI is started, sorted by path. */
export function extensionFiles({
  userDirectory,
  cwd,
}: {
  userDirectory: string
  cwd: string
}): ExtensionFile[] {
  const home = join(userDirectory, 'extensions')
  const enablement = readJson(join(home, 'extension-enablement.json'), enablementSchema) ?? {}
  return namesIn(home)
    .flatMap((name) => {
      const directory = effectiveDirectory(join(home, name))
      const manifest = readJson(join(directory, 'gemini-extension.json'), manifestSchema)
      if (manifest === null || !isEnabled(enablement[manifest.name]?.overrides ?? [], cwd)) return []
      return contextFilesOf(directory, manifest).map((path) => ({ extension: manifest.name, path }))
    })
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

const manifestSchema = z.object({
  name: z.string().min(1),
  version: z.string().min(1),
  contextFileName: z.union([z.string(), z.array(z.string())]).optional(),
})

const enablementSchema = z.record(z.string(), z.object({ overrides: z.array(z.string()) }))

const installSchema = z.object({ type: z.string(), source: z.string() })

/** A linked extension lies where it is being worked on. */
function effectiveDirectory(directory: string): string {
  const install = readJson(join(directory, '.gemini-extension-install.json'), installSchema)
  return install?.type === 'link' ? install.source : directory
}

function contextFilesOf(directory: string, { contextFileName }: z.infer<typeof manifestSchema>): string[] {
  const names = [contextFileName ?? ''].flat()
  return (contextFileName === undefined || contextFileName === '' ? ['GEMINI.md'] : names)
    .filter((name) => name.trim() !== '' && !isAbsolute(name) && !name.includes('..'))
    .map((name) => resolve(directory, name))
    .filter((path) => isFile(path))
}

/** The last rule that matches decides. A rule is a folder with slashes around, `!` before it and `*` behind it. */
function isEnabled(overrides: readonly string[], cwd: string): boolean {
  const folder = `/${cwd.replaceAll('\\', '/')}/`.replaceAll(/^\/+|\/+$/g, '/')
  return overrides.reduce((enabled, rule) => {
    const pattern = rule
      .replace(/^!/, '')
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/(\/?)\*/g, '($1.*)?')
    return new RegExp(`^${pattern}$`).test(folder) ? !rule.startsWith('!') : enabled
  }, true)
}
