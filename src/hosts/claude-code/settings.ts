import { join, sep } from 'node:path'
import picomatch from 'picomatch'
import * as z from 'zod'
import { readPlainFile } from '#kit/files.ts'
import type { Place } from '#words/place.ts'
import { type Checkout, findCheckout } from './checkout.ts'

/** What of Claude Code's configuration decides which instruction files it loads. */
export type ClaudeSettings = {
  readonly userDirectory: string
  /** Where the administrator of the machine puts what holds for everybody. */
  readonly managedDirectory: string
  readonly checkout: Checkout
  /** The variable that turns all instruction files off. */
  readonly isSwitchedOff: boolean
  readonly readsAgentsFiles: boolean
  readonly readsMemory: boolean
  /** Somebody has allowed this project to import from outside. */
  readonly mayImportFromOutside: boolean
  readonly isExcluded: (path: string) => boolean
}

/** A project's settings are those of the folder Claude Code is started in, whatever the repository's root may say. */
export function readSettings({ cwd, home, environment }: Place): ClaudeSettings {
  const moved = environment['CLAUDE_CONFIG_DIR'] ?? ''
  const userDirectory = moved === '' ? join(home, '.claude') : moved
  const managedDirectory = MANAGED[process.platform] ?? '/etc/claude-code'
  const checkout = findCheckout(cwd)
  const files = [
    join(userDirectory, 'settings.json'),
    join(cwd, '.claude', 'settings.json'),
    join(cwd, '.claude', 'settings.local.json'),
    join(managedDirectory, 'managed-settings.json'),
  ].map((path) => readJson(path, settingsSchema) ?? {})
  const known = readJson(join(moved === '' ? home : moved, '.claude.json'), knownProjectsSchema)
  const plugins = Object.assign({}, ...files.map(({ enabledPlugins }) => enabledPlugins ?? {}))
  return {
    userDirectory,
    managedDirectory,
    checkout,
    isSwitchedOff: isOn(environment['CLAUDE_CODE_DISABLE_CLAUDE_MDS']),
    readsAgentsFiles: plugins[AGENTS_PLUGIN] !== false,
    readsMemory:
      !isOn(environment['CLAUDE_CODE_DISABLE_AUTO_MEMORY']) &&
      files.findLast(({ autoMemoryEnabled }) => autoMemoryEnabled !== undefined)?.autoMemoryEnabled !== false,
    mayImportFromOutside: known?.projects?.[checkout.mainRoot]?.hasClaudeMdExternalIncludesApproved === true,
    isExcluded: excluder(files.flatMap(({ claudeMdExcludes }) => claudeMdExcludes ?? [])),
  }
}

const MANAGED: Partial<Record<NodeJS.Platform, string>> = {
  darwin: '/Library/Application Support/ClaudeCode',
  win32: 'C:\\Program Files\\ClaudeCode',
}

/** Reading AGENTS.md is a plugin that comes with the program and can be switched off like any other. */
const AGENTS_PLUGIN = 'cc-plugin-agents-md@builtin'

const settingsSchema = z.object({
  claudeMdExcludes: z.array(z.string()).optional(),
  enabledPlugins: z.record(z.string(), z.unknown()).optional(),
  autoMemoryEnabled: z.boolean().optional(),
})

const knownProjectsSchema = z.object({
  projects: z
    .record(z.string(), z.object({ hasClaudeMdExternalIncludesApproved: z.boolean().optional() }))
    .optional(),
})

/**
 * Claude Code drops a settings file with a comment, a trailing comma or a value of the wrong type as a whole. One
 * that cannot be read is as good as none.
 */
function readJson<T>(path: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(
      JSON.parse(
        readPlainFile(path)
          .toString('utf8')
          .replace(/^\ufeff/, ''),
      ),
    )
  } catch {
    return null
  }
}

function isOn(value: string | undefined): boolean {
  return ['1', 'true', 'yes', 'on'].includes(value?.trim().toLowerCase() ?? '')
}

/** The patterns are held against the absolute path, so that a relative one never matches. */
function excluder(patterns: readonly string[]): (path: string) => boolean {
  const matches = picomatch([...patterns], { dot: true })
  return (path) => patterns.length > 0 && matches(path.split(sep).join('/'))
}
