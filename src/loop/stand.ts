import { resolve } from 'node:path'
import { readIfReadable } from '#kit/files.ts'
import { git } from '#kit/git.ts'
import { sha256 } from '#kit/sha256.ts'
import type { Stand } from '#words/entry.ts'

/** Where a repository stands, and by which rules it reads files. Null where there is no commit yet. */
export async function readStand(root: string): Promise<Stand | null> {
  const head = await headCommit(root)
  const branch = await git(root, ['symbolic-ref', '-q', '--short', 'HEAD'])
  if (head === null) return null
  return {
    head,
    branch: branch.kind === 'ok' ? branch.output : null,
    rules: await hashRules(root),
  }
}

/** Null where there is no commit yet. */
export async function headCommit(root: string): Promise<string | null> {
  const head = await git(root, ['rev-parse', '--verify', '-q', 'HEAD^{commit}'])
  return head.kind === 'ok' ? head.output : null
}

/**
 * Who changes these changes what a commit holds of a file, and no diff shows it. A name and an address, which agents set,
 * are none of them.
 */
export async function hashRules(root: string): Promise<string> {
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

/** When a reference was last moved, in milliseconds since 1970; for ever from now where nobody can tell. */
export async function movedAt(root: string, reference: string): Promise<number> {
  // `HEAD@{1700000000}`, and where there is no reflog the time of the commit.
  const reflog = await git(root, ['log', '-g', '-1', '--date=unix', '--format=%gd', reference, '--'])
  const seconds = reflog.kind === 'ok' ? /\{(\d+)\}/.exec(reflog.output)?.[1] : undefined
  if (seconds !== undefined) return Number(seconds) * 1000
  const committed = await git(root, ['log', '-1', '--format=%ct', reference, '--'])
  return committed.kind === 'ok' ? Number(committed.output) * 1000 : Number.POSITIVE_INFINITY
}
