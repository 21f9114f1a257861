import { git } from '#kit/git.ts'

/** What was changed together, and what for; the newest first. */
export type History = readonly Commit[]

export type Commit = {
  /** In seconds. */
  readonly at: number
  readonly message: string
  readonly paths: readonly string[]
}

/** Of what is checked out, and no later: what was not yet known there must not be known here. */
export async function readHistory(root: string): Promise<History> {
  const log = await git(root, [
    '-c',
    'core.quotePath=false',
    'log',
    `-${COMMITS_MAX}`,
    '--no-merges',
    '--name-only',
    '--no-renames',
    '-z',
    '--format=%x01%ct%x02%B%x03',
  ])
  if (log.kind !== 'ok') return []
  return log.output.split('\x01').flatMap((part) => {
    const [at, rest = ''] = part.split('\x02', 2)
    const end = rest.indexOf('\x03')
    if (end === -1) return []
    const paths = rest
      .slice(end + 1)
      .split(/[\0\n]+/)
      .filter((path) => path !== '')
    return paths.length === 0 || paths.length > PATHS_MAX
      ? []
      : [{ at: Number(at), message: rest.slice(0, end), paths }]
  })
}

const COMMITS_MAX = 12_000

/** A commit of more changes everything, and says nothing of anything. */
const PATHS_MAX = 60
