import { sep } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { surveyFiles } from '#kit/survey-files.ts'
import type { LoadRequest } from '../contract.ts'
import { identityOf } from './identity.ts'
import type { FoundFile } from './reached-file.ts'
import type { GeminiSettings } from './settings.ts'

/**
 * What comes in when the agent touches a folder below a start folder: the files of that folder and of those
 * between, parents first, and inside a folder in the order of the names.
 */
export function findOnDemand(
  { place, candidates }: LoadRequest,
  { settings, atStart }: { settings: GeminiSettings; atStart: readonly FoundFile[] },
): (FoundFile & { readonly directory: string })[] {
  if (!settings.isTrusted) return []
  const { names, userDirectory } = settings
  const starts = [place.cwd, ...settings.includedDirectories]
  const loaded = new Set(atStart.map(({ path }) => identityOf(path)))
  // Only GEMINI.md is known to all of keel; a name from the settings has to be looked for.
  const paths = names.length === 1 ? candidates : filesOf(place.root)
  const below = paths
    .flatMap((path) => namings(path, names))
    .filter(({ directory }) => directory !== userDirectory && starts.some((at) => isWithin(at, directory)))
    .filter(({ identity }) => identity !== null && !loaded.has(identity))
    .sort((one, other) =>
      one.directory === other.directory ? one.rank - other.rank : one.directory < other.directory ? -1 : 1,
    )
  return below
    .filter((file, index) => !below.slice(0, index).some((earlier) => comesWith(file, earlier)))
    .map(({ path, directory }) => ({
      path,
      directory,
      via: { kind: 'project' },
      when: { kind: 'directory', directory },
    }))
}

function filesOf(root: string): string[] {
  const { files, ignored } = surveyFiles(root)
  return [...files, ...ignored]
}

type Naming = {
  readonly path: string
  readonly identity: string | null
  /** The folder that has to be touched. A name with a folder in it hangs on the folder above that. */
  readonly directory: string
  readonly rank: number
}

function namings(path: string, names: readonly string[]): Naming[] {
  return names.flatMap((name, rank) =>
    path.endsWith(sep + name)
      ? [{ path, identity: identityOf(path), directory: path.slice(0, -name.length - 1), rank }]
      : [],
  )
}

/** One file under two names is loaded once on one way up. */
function comesWith(file: Naming, earlier: Naming): boolean {
  return earlier.identity === file.identity && isWithin(earlier.directory, file.directory)
}
