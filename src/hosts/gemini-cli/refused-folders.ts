import { spawnSync } from 'node:child_process'
import { join, relative, sep } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import type { GeminiSettings } from './settings.ts'

/** `ignored` folders may still be listed and written to; into `closed` ones Gemini CLI lets nobody. */
export type Refusal = 'ignored' | 'closed'

/** The folders below the start folder whose files Gemini CLI refuses to read. */
export function refusedFolders(
  folders: readonly string[],
  { start, settings }: { start: string; settings: GeminiSettings },
): ReadonlyMap<string, Refusal> {
  const below = folders.filter((folder) => folder !== start && isWithin(start, folder))
  const closed = below.filter((folder) => relative(start, folder).split(sep).includes('node_modules'))
  const ignored = settings.respectsGitIgnore ? ignoredFolders(below, start) : []
  return new Map([
    ...ignored.map((folder) => [folder, 'ignored'] as const),
    ...closed.map((folder) => [folder, 'closed'] as const),
  ])
}

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
