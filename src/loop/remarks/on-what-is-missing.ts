import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '#kit/git.ts'
import { committable } from '#kit/tree-hash.ts'
import type { Remark } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import type { Desk } from '../desk.ts'
import { listNames } from './list-names.ts'

/** What was there when the tests ran, and is not in the commit. What git ignores is the ground that tests stand on. */
export async function onWhatIsMissing({ order }: Desk, { tree }: Evidence): Promise<Remark[]> {
  const { root, startedAt } = order
  const listed = await git(root, ['ls-files', '-o', '-i', '--exclude-standard', '--directory', '-z'])
  const ignored = listed.kind === 'ok' ? listed.output.split('\0').filter((path) => path !== '') : []
  const since = Date.parse(startedAt)
  const changed = ignored.filter((path) => !CACHES.test(path) && touchedAt(join(root, path)) > since)
  return [
    ...(tree === committable(tree) ? [] : [HIDDEN]),
    ...(changed.length === 0
      ? []
      : [{ kind: 'not-in-commit' as const, text: `${IGNORED}: ${listNames(changed)}.` }]),
  ]
}

const HIDDEN: Remark = {
  kind: 'not-in-commit',
  text: 'Files that git was told not to look at differ from what is committed; the tests saw them.',
}

const IGNORED =
  'Changed meanwhile, ignored by git and so not in the commit, whether the tests need them or not'

/** What tools make again by themselves, and change whenever they run. */
const CACHES =
  /(^|\/)(node_modules|\.?venv|__pycache__|\.[^/]*cache[^/]*|\.keel|[^/]+\.pyc|[^/]+\.tsbuildinfo|[^/]+\.egg-info)(\/|$)/i

function touchedAt(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
