import { realpathSync } from 'node:fs'
import { join, normalize, resolve } from 'node:path'
import * as z from 'zod'
import { statIfThere } from '#kit/files.ts'
import type { Place } from '#words/place.ts'
import { readJson } from './read-json.ts'
import { isTrusted } from './trust.ts'

/** What of Gemini CLI's configuration decides which instruction files it loads. */
export type GeminiSettings = {
  /** The user's home as Gemini CLI sees it. */
  readonly home: string
  readonly userDirectory: string
  readonly isTrusted: boolean
  /** The file names it looks for, in the order of the setting. GEMINI.md is always one of them. */
  readonly names: readonly string[]
  /** A folder that holds one of these ends the way up, and holds the imports in. */
  readonly boundaryMarkers: readonly string[]
  /** Folders that are treated as further start folders. */
  readonly includedDirectories: readonly string[]
  readonly importFormat: 'tree' | 'flat'
  readonly respectsGitIgnore: boolean
}

export function readSettings({ cwd, home: userHome, environment }: Place): GeminiSettings {
  const moved = environment['GEMINI_CLI_HOME'] ?? ''
  const home = moved === '' ? userHome : moved
  const userDirectory = join(home, '.gemini')
  const user = readJson(join(userDirectory, 'settings.json'), settingsSchema)
  const trusted = isTrusted({
    cwd,
    userDirectory,
    environment,
    isTrustAsked: user?.security?.folderTrust?.enabled ?? true,
  })
  // Gemini CLI asks the start folder alone, whatever the repository's root may say.
  const project = trusted ? readJson(join(cwd, '.gemini', 'settings.json'), settingsSchema) : null
  const [own, theirs] = [project?.context, user?.context]
  // The only list of these that is added to, and not replaced, by the project's.
  const included = [...(theirs?.includeDirectories ?? []), ...(own?.includeDirectories ?? [])]
  const expand = (text: string) => expandVariables(text, environment)
  return {
    home,
    userDirectory,
    isTrusted: trusted,
    names: namesOf([own?.fileName ?? theirs?.fileName ?? []].flat().map(expand)),
    boundaryMarkers: own?.memoryBoundaryMarkers ?? theirs?.memoryBoundaryMarkers ?? ['.git'],
    includedDirectories: included.flatMap((path) =>
      realDirectory(resolve(cwd, expandHome(expand(path), home))),
    ),
    importFormat: (own?.importFormat ?? theirs?.importFormat) === 'flat' ? 'flat' : 'tree',
    respectsGitIgnore:
      own?.fileFiltering?.respectGitIgnore ?? theirs?.fileFiltering?.respectGitIgnore ?? true,
  }
}

/** The names that the project's own settings have Gemini CLI look for. */
export function projectFileNames(root: string): string[] {
  const project = readJson(join(root, '.gemini', 'settings.json'), settingsSchema)
  return namesOf([project?.context?.fileName ?? []].flat())
}

/** A leading `~` is the home directory, in settings and in variables, though not in imports. */
export function expandHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path
}

/** Gemini CLI warns about a field of the wrong type and goes on, so that one such field must not hide the others. */
const settingsSchema = z.object({
  context: z
    .object({
      fileName: z
        .union([z.string(), z.array(z.string())])
        .optional()
        .catch(undefined),
      importFormat: z.string().optional().catch(undefined),
      memoryBoundaryMarkers: z.array(z.string()).optional().catch(undefined),
      includeDirectories: z.array(z.string()).optional().catch(undefined),
      fileFiltering: z.object({ respectGitIgnore: z.boolean().optional() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  security: z
    .object({ folderTrust: z.object({ enabled: z.boolean().optional() }).optional() })
    .optional()
    .catch(undefined),
})

/** A configured name comes before GEMINI.md and never replaces it. */
function namesOf(configured: readonly string[]): string[] {
  const names = configured.map((name) => name.trim()).filter((name) => name !== '')
  return [...new Set([...names, 'GEMINI.md'].map((name) => normalize(name)))]
}

/** A variable that is not set stays as it is written. */
function expandVariables(text: string, environment: Place['environment']): string {
  return text.replaceAll(
    /\$(?:(\w+)|\{([^}]+?)(?::-([^}]*))?\})/g,
    (written: string, plain?: string, braced?: string, otherwise?: string) =>
      environment[plain ?? braced ?? ''] ?? otherwise ?? written,
  )
}

/** One that is not there is left out, as Gemini CLI leaves it out. */
function realDirectory(path: string): string[] {
  try {
    return statIfThere(path)?.isDirectory() === true ? [realpathSync(path)] : []
  } catch {
    return []
  }
}
