import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { nameOf } from './name-of.mjs'

/** A clone of a tree to measure in, so that the tree itself is left as it is: its name, its commit, and how many files it has. */
export function scratchTree(scratch, path) {
  const name = nameOf(path)
  const root = join(scratch, 'trees', name)
  const commit = git(path, 'rev-parse', 'HEAD')
  if (!existsSync(root) || git(root, 'rev-parse', 'HEAD') !== commit) {
    rmSync(root, { recursive: true, force: true })
    mkdirSync(join(scratch, 'trees'), { recursive: true })
    git('.', 'clone', '--quiet', '--no-hardlinks', resolve(path), root)
  }
  git(root, 'reset', '--quiet', '--hard')
  git(root, 'clean', '--quiet', '-ffdx')
  // Git trusts the time of a file only when it is older than the index.
  git(root, 'status')
  return { name, root, commit: commit.slice(0, 10), files: git(root, 'ls-files').split('\n').length }
}

export function git(cwd, ...words) {
  return execFileSync('git', words, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}
