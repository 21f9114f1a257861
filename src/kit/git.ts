import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { gitEnvironment } from './git-environment.ts'

export type GitAnswer =
  | { readonly kind: 'ok'; readonly output: string }
  | { readonly kind: 'failed'; readonly message: string }

/** A directory, and what else git is to know. */
export type GitPlace = {
  readonly cwd: string
  readonly stdin?: string
  /** An index other than the user's. */
  readonly index?: string
}

/** Asks git in a directory. What it prints comes without the last line end. */
export async function git(place: string | GitPlace, words: readonly string[]): Promise<GitAnswer> {
  const { cwd, stdin, index } = typeof place === 'string' ? { cwd: place } : place
  try {
    const asked = run('git', [...words], { cwd, env: gitEnvironment(index), maxBuffer: 256 * 1024 * 1024 })
    if (stdin !== undefined) asked.child.stdin?.end(stdin)
    const { stdout } = await asked
    return { kind: 'ok', output: stdout.replace(/\n$/, '') }
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    return { kind: 'failed', message: stderr === '' ? String(error) : stderr }
  }
}

const run = promisify(execFile)
