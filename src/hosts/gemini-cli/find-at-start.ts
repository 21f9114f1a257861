import { join } from 'node:path'
import * as z from 'zod'
import { isWithin } from '#kit/confine.ts'
import { upward } from '#kit/find-up.ts'
import type { LoadedVia } from '#words/instructions.ts'
import type { Place } from '#words/place.ts'
import { boundaryOf } from './boundary.ts'
import { extensionFiles } from './extensions.ts'
import { identityOf } from './identity.ts'
import type { FoundFile } from './reached-file.ts'
import { readJson } from './read-json.ts'
import type { GeminiSettings } from './settings.ts'

/** What Gemini CLI loads before the first word of the user, in its order: one file, whatever its names, once. */
export function findAtStart(place: Place, settings: GeminiSettings): FoundFile[] {
  return dropSameFiles([
    ...userFiles(settings),
    ...projectMemory(place, settings),
    ...extensionFiles({ userDirectory: settings.userDirectory, cwd: place.cwd }).map(({ extension, path }) =>
      found(path, { kind: 'setting', setting: `the extension ${extension}` }),
    ),
    ...(settings.isTrusted ? projectFiles(place, settings) : []),
  ])
}

function userFiles({ userDirectory, names }: GeminiSettings): FoundFile[] {
  return filesIn(userDirectory, names).map((path) => found(path, { kind: 'user' }))
}

/** What Gemini CLI itself has noted down about this project, in the user's directory. */
function projectMemory({ cwd }: Place, { userDirectory, names }: GeminiSettings): FoundFile[] {
  const name = readJson(join(userDirectory, 'projects.json'), registrySchema)?.projects[cwd]
  if (name === undefined) return []
  const memory = join(userDirectory, 'tmp', name, 'memory')
  const index = filesIn(memory, ['MEMORY.md'])
  return (index.length > 0 ? index : filesIn(memory, names)).map((path) => found(path, { kind: 'user' }))
}

const registrySchema = z.object({ projects: z.record(z.string(), z.string()) })

/**
 * From every start folder up to its boundary. The order is that of the whole paths by code unit, so that a folder
 * whose name sorts before the file's comes before the folder it lies in.
 */
function projectFiles({ cwd, root }: Place, settings: GeminiSettings): FoundFile[] {
  const own = chainOf(cwd, settings).map((path) =>
    found(path, { kind: isWithin(root, path) ? 'project' : 'above' }),
  )
  const included = settings.includedDirectories
    .flatMap((directory) => chainOf(directory, settings))
    .map((path) => found(path, { kind: 'setting', setting: 'context.includeDirectories' }))
  return dropSameFiles([...own, ...included]).sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** The user's own directory ends the way up too: its files are loaded as the user's. */
function chainOf(start: string, { userDirectory, names, boundaryMarkers }: GeminiSettings): string[] {
  const boundary = boundaryOf(start, boundaryMarkers)
  const folders = upward(start).filter((folder) => isWithin(boundary, folder))
  const stop = folders.indexOf(userDirectory)
  return (stop === -1 ? folders : folders.slice(0, stop))
    .reverse()
    .flatMap((folder) => filesIn(folder, names))
}

function filesIn(folder: string, names: readonly string[]): string[] {
  return names.map((name) => join(folder, name)).filter((path) => identityOf(path) !== null)
}

function found(path: string, via: LoadedVia): FoundFile {
  return { path, via, when: { kind: 'start' } }
}

/** The first stays. Names come in the order of the setting, so that the first name wins. */
function dropSameFiles(files: readonly FoundFile[]): FoundFile[] {
  const identities = files.map(({ path }) => identityOf(path))
  return files.filter((_, index) => identities.indexOf(identities[index] ?? null) === index)
}
