import { resolve } from 'node:path'
import { readIfReadable } from '#kit/files.ts'
import { git } from '#kit/git.ts'
import { sha256 } from '#kit/sha256.ts'
import type { Stand } from '#words/entry.ts'

/** Where a repository stands, and by which rules it reads files. Null where there is no commit yet. */
export async function readStand(root: string): Promise<Stand | null> {
  const head = await git(root, ['rev-parse', '--verify', '-q', 'HEAD^{commit}'])
  const branch = await git(root, ['symbolic-ref', '-q', '--short', 'HEAD'])
  if (head.kind === 'failed') return null
  return {
    head: head.output,
    branch: branch.kind === 'ok' ? branch.output : null,
    rules: await hashRules(root),
  }
}

/**
 * Who changes these changes what a commit holds of a file, and no diff shows it. A name and an address, which agents set,
 * are none of them.
 */
async function hashRules(root: string): Promise<string> {
  const settings = await git(root, [
    'config',
    '--get-regexp',
    '^(filter\\.|core\\.(attributes|excludes|autocrlf|eol|worktree|sparse|symlinks|filemode|ignorecase))',
  ])
  const files = await git(root, ['rev-parse', '--git-path', 'info/attributes', '--git-path', 'info/exclude'])
  const texts = files.kind === 'ok' ? files.output.split('\n').map((path) => textOf(root, path)) : []
  return sha256([settings.kind === 'ok' ? settings.output : '', ...texts].join('\0'))
}

function textOf(root: string, path: string): string {
  return readIfReadable(resolve(root, path))?.toString('utf8') ?? ''
}

/** Whether one commit is below another, or the same. */
export async function isBelow(
  root: string,
  { old, young }: { old: string; young: string },
): Promise<boolean> {
  return (await git(root, ['merge-base', '--is-ancestor', old, young])).kind === 'ok'
}
