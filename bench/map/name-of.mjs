import { resolve } from 'node:path'

/** What a repository is called by its path. Mirrors keep theirs in a folder that says no more than that it is one. */
export function nameOf(path) {
  const words = resolve(path).split('/')
  const name = words.findLast((word) => !['repo', '.git'].includes(word)) ?? 'tree'
  return name.replace(/\.git$/, '').replace(/^.*\+/, '')
}
