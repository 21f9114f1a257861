import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** What keeps a command of a model's to its worktree, besides guards. */
export type Sandbox =
  | {
      readonly kind: 'bwrap'
      /** Come before the command's own. */
      readonly words: readonly string[]
      readonly environment: Readonly<Record<string, string>>
    }
  | { readonly kind: 'none'; readonly because: string }

/**
 * bubblewrap, where it is installed and the system lets it work: the whole disk is read-only but for the worktree, git's
 * own folder and a temporary folder that goes with the work; and no other process is seen, since their environments hold
 * keel's keys. To take the keys out of keel's own environment does not help: the system shows a process's first one for
 * as long as it lives. The network stays, since work without it is none.
 */
export function findSandbox({ root, scratch }: { root: string; scratch: string }): Sandbox {
  if (process.platform !== 'linux') return none('there is one for Linux only')
  const program = PLACES.find(existsSync)
  if (program === undefined) return none('bubblewrap is not installed')
  const words = [program, ...wordsFor({ root: realpathSync(root), scratch: realpathSync(scratch) })]
  const [first = '', ...others] = [...words, 'true']
  const { status, stderr } = spawnSync(first, others, { encoding: 'utf8', timeout: TRIAL_MS })
  if (status !== 0) return none(`bubblewrap does not work here: ${(stderr ?? '').trim() || 'no word of why'}`)
  return { kind: 'bwrap', words, environment: ENVIRONMENT }
}

/** Not from PATH, in which a project may have programs of its own. */
const PLACES = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap']

const TRIAL_MS = 5000

/** The user's caches can be read and not be written to, which most programs take for a failure. */
const ENVIRONMENT = { TMPDIR: '/tmp', XDG_CACHE_HOME: '/tmp/.cache', npm_config_cache: '/tmp/.npm' }

function wordsFor({ root, scratch }: { root: string; scratch: string }): string[] {
  const temporary = join(scratch, 'tmp')
  mkdirSync(temporary, { recursive: true })
  const store = gitFolder(root)
  // What git runs by itself, for whoever uses it next.
  const fixed = store === null ? [] : ['hooks', 'config'].map((name) => join(store, name)).filter(existsSync)
  return [
    ...['--die-with-parent', '--unshare-pid', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    // Models write there without a thought, and find it again in the next command.
    ...['--bind', temporary, '/tmp'],
    ...['--bind', root, root],
    ...(store === null ? [] : ['--bind', store, store]),
    ...fixed.flatMap((path) => ['--ro-bind', path, path]),
    ...['--chdir', root, '--'],
  ]
}

/** In a linked worktree it lies elsewhere. Null outside of every repository. */
function gitFolder(root: string): string | null {
  try {
    const words = ['rev-parse', '--git-common-dir']
    const stdio = ['ignore', 'pipe', 'ignore'] as const
    const folder = execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: [...stdio] }).trim()
    return realpathSync(resolve(root, folder))
  } catch {
    return null
  }
}

function none(because: string): Sandbox {
  return { kind: 'none', because }
}
