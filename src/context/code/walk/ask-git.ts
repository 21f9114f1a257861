import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '#kit/git.ts'

/** What git says of the files below a folder, as it says it. */
export type GitListing = {
  /** The index: `tag mode blob stage`, a tab and the path. */
  readonly listed: string
  /** What differs from it: two letters, a blank and the path, from the top of the repository. */
  readonly changed: string
  /** Of the folder, from the top. */
  readonly prefix: string
}

/** Null where there is no git, or it does not say. */
export function askGit(root: string): Promise<GitListing | null> {
  const answer = asked.get(root) ?? ask(root)
  asked.delete(root)
  return answer
}

/** Has git look at a folder that will be asked for soon. */
export function askAhead(root: string): void {
  asked.set(root, ask(root))
}

const asked = new Map<string, Promise<GitListing | null>>()

async function ask(root: string): Promise<GitListing | null> {
  const isTop = existsSync(join(root, '.git'))
  const [listed, changed, prefix] = await Promise.all([
    git(root, [...QUIET, 'ls-files', '-s', '-v', '-z']),
    git(root, [...QUIET, ...STATUS, ...(isTop ? [] : ['.'])]),
    isTop ? ({ kind: 'ok', output: '' } as const) : git(root, ['rev-parse', '--show-prefix']),
  ])
  if (listed.kind === 'failed' || changed.kind === 'failed' || prefix.kind === 'failed') return null
  return { listed: listed.output, changed: changed.output, prefix: prefix.output }
}

/** No lock either: whoever commits at the same time must not find the index in use. */
const QUIET = ['--no-optional-locks', '-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false']
const STATUS = ['status', '--porcelain', '-z', '--no-renames', '-uall', '--ignore-submodules=all']
