import { spawnSync } from 'node:child_process'
import { join, relative, sep } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import type { GeminiSettings } from './settings.ts'

/** The folders below the start folder whose files Gemini CLI refuses to read, each with the reason. */
export function refusedFolders(
  folders: readonly string[],
  { start, settings }: { start: string; settings: GeminiSettings },
): ReadonlyMap<string, string> {
  const below = folders.filter((folder) => folder !== start && isWithin(start, folder))
  const closed = below.filter((folder) => relative(start, folder).split(sep).includes('node_modules'))
  const ignored = settings.respectsGitIgnore ? ignoredFolders(below, start) : []
  return new Map([
    ...ignored.map((folder) => [folder, IGNORED] as const),
    ...closed.map((folder) => [folder, 'Gemini CLI lets nobody into node_modules.'] as const),
  ])
}

const IGNORED =
  'Gemini CLI refuses to read files in an ignored folder, so that only listing it or writing to it brings this in.'

/**
 * Git judges the patterns, from the start folder down and of tracked files too, as Gemini CLI does. Git's global
 * file gives its place to `.geminiignore`, since Gemini CLI reads that and not the user's own. Outside of a
 * repository git judges nothing.
 */
function ignoredFolders(folders: readonly string[], start: string): string[] {
  if (folders.length === 0) return []
  const excludes = `core.excludesFile=${join(start, '.geminiignore')}`
  const judged = spawnSync(
    'git',
    ['-c', excludes, `--work-tree=${start}`, 'check-ignore', '--no-index', '-z', '--stdin'],
    { cwd: start, encoding: 'utf8', input: folders.join('\0'), stdio: ['pipe', 'pipe', 'ignore'] },
  )
  return judged.status === 0 ? judged.stdout.split('\0').filter((path) => path !== '') : []
}
