import { isAbsolute, resolve } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import type { ReachedFile } from '#words/guard.ts'
import { wildMatches } from '../shell/find-tests.ts'
import type { Lookup } from '../target.ts'
import type { Ground } from './ground.ts'

type GitLookup = Extract<Lookup, { kind: 'git' }>

/** Which guarded files git would change: those that differ from what it would put there, or that it would sweep away. */
export function gitReached(
  { cwd, does, at }: GitLookup,
  { root, places }: { root: string; places: readonly string[] },
): readonly ReachedFile[] | null {
  const words = wordsFor(does)
  if (words === null || places.length === 0) return null
  const top = ask(cwd, ['rev-parse', '--show-toplevel'])?.trim()
  if (top === undefined || !isAbsolute(top)) return null
  const own = places.map((place) => resolve(root, place)).filter((place) => isWithin(top, place))
  if (own.length === 0) return []
  const listed = ask(top, [...words, '--', ...own.map((place) => `:(literal)${place}`)])
  if (listed === null) return null
  return listed
    .split('\0')
    .filter((name) => name !== '')
    .map((name) => resolve(top, name))
    .filter(
      (path) => at.length === 0 || at.some((place) => isWithin(place, path) || wildMatches(place, path)),
    )
    .map((path) => ({ path, from: null }))
}

function wordsFor(does: GitLookup['does']): readonly string[] | null {
  switch (does.kind) {
    case 'takes':
      // What is no name of a commit could be an option.
      if (does.source !== null && !COMMIT.test(does.source)) return null
      return ['diff', '--name-only', '-z', '--no-renames', ...(does.source === null ? [] : [does.source])]
    case 'patches':
      return does.between.every((name) => name === '--cached' || COMMIT.test(name))
        ? ['diff', '--name-only', '-z', '--no-renames', ...does.between]
        : null
    case 'sweeps':
      switch (does.which) {
        case 'new':
          return ['ls-files', '-z', '--others', '--exclude-standard']
        case 'ignored':
          return ['ls-files', '-z', '--others', '--ignored', '--exclude-standard']
        case 'both':
          return ['ls-files', '-z', '--others']
      }
  }
}

const COMMIT = /^[\w@][\w@{}~^./-]*$/

/** The guarded files that git has in its index, or does not ignore; null where it cannot be asked. */
export function filesKnownToGit(
  knows: 'tracked' | 'unignored',
  { root, places }: Ground,
): ReadonlySet<string> | null {
  const more = knows === 'tracked' ? [] : ['--others', '--exclude-standard']
  const listed = ask(root, [
    'ls-files',
    '-z',
    '--cached',
    ...more,
    '--',
    ...places().map((place) => `:(literal)${place}`),
  ])
  return listed === null ? null : new Set(listed.split('\0').map((name) => resolve(root, name)))
}

const LIMIT_MS = 1500

/** Without hooks, monitors and filters, which are programs that somebody else chose. Null where git is missing or says no. */
function ask(cwd: string, words: readonly string[]): string | null {
  // Loaded for this alone: few commands of an agent's are of this kind.
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const settings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'diff.external=']
  const { status, stdout } = spawnSync('git', [...settings.flatMap((one) => ['-c', one]), ...words], {
    cwd,
    env: {
      ...process.env,
      GIT_DIR: undefined,
      GIT_WORK_TREE: undefined,
      GIT_INDEX_FILE: undefined,
      GIT_OPTIONAL_LOCKS: '0',
    },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: LIMIT_MS,
  })
  return status === 0 ? stdout : null
}
