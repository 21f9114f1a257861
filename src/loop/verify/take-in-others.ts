import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { git } from '#kit/git.ts'
import { beyondCommits, committable } from '#kit/tree-hash.ts'
import { type Refs, refsNow } from '../read-refs.ts'

/** What tells the work of others from work on a task. */
export type Others = {
  /** The commit that the work started from. */
  readonly since: string
  /** The branches as they were then. */
  readonly refs: Refs
}

export type Taking = { readonly root: string; readonly tree: string; readonly others: Others }

/**
 * A tree as it would be with what others made of it since, as far as that was merged, or the work was put on top of it: what it is
 * compared with then is theirs. Only what the work cannot have made is taken for theirs: what was on a branch when it began, and
 * what was fetched since from a remote’s branch that was known then and was not committed in this repository. Of a file that both
 * changed, and of one that was committed here as well, nothing is taken.
 */
export async function takeInOthers({ root, tree, others }: Taking): Promise<string> {
  const made = await madeHere(root, others.since)
  const old = Object.values(others.refs)
  let taken = committable(tree)
  for (const tip of await tipsMerged({ root, others, isLogged: made !== null })) {
    const own = await ownPaths({ root, tip, since: others.since, old, made: made ?? new Set() })
    taken = (await mergeTip({ root, tree: taken, tip, since: others.since, own })) ?? taken
  }
  return `${taken}${beyondCommits(tree)}`
}

/**
 * The commits that were made in this repository, in whatever worktree, by git’s own log. Null where that does not go back to where
 * the work began: then nobody can tell.
 */
async function madeHere(root: string, since: string): Promise<ReadonlySet<string> | null> {
  const log = await git(root, ['log', '-g', '--all', '--format=%H %gs'])
  if (log.kind === 'failed') return null
  const lines = log.output
    .split('\n')
    .map((line) => [line.slice(0, since.length), line.slice(since.length + 1)])
  if (!lines.some(([commit]) => commit === since)) return null
  return new Set(lines.flatMap(([commit = '', how = '']) => (MAKING.test(how) ? [commit] : [])))
}

const MAKING =
  /^(?:commit|cherry-pick|revert|am)\b|: Merge made by|\((?:pick|reword|edit|squash|fixup|continue|merge)\)/

type Merging = { readonly root: string; readonly others: Others; readonly isLogged: boolean }

/** The youngest commits of others that the work has in it now. */
async function tipsMerged({ root, others, isLogged }: Merging): Promise<string[]> {
  const { since, refs } = others
  const remotes = isLogged ? Object.keys(refs).filter((name) => name.startsWith('refs/remotes/')) : []
  const tips = [...Object.values(refs), ...Object.values(await refsNow(root, remotes))]
  const all = await commitsOf(root, { from: 'HEAD', without: [since] })
  if (all.length === 0 || tips.length === 0) return []
  const left = new Set((await commitsOf(root, { from: 'HEAD', without: [since, ...tips] })).map(first))
  const theirs = all.filter(([commit = '']) => !left.has(commit))
  const below = new Set(theirs.flatMap(([, ...parents]) => parents))
  return theirs
    .map(first)
    .filter((commit) => !below.has(commit))
    .slice(0, TIPS_MAX)
}

const TIPS_MAX = 8

function first([commit = '']: readonly string[]): string {
  return commit
}

type Range = { readonly from: string; readonly without: readonly string[] }

/** Each with its parents behind it. What git does not know any more is as if it had not been named. */
async function commitsOf(root: string, { from, without }: Range): Promise<string[][]> {
  const stdin = [from, ...without.map((commit) => `^${commit}`), ''].join('\n')
  const words = ['rev-list', '--parents', '--topo-order', '--ignore-missing', '--stdin']
  const found = await git({ cwd: root, stdin }, words)
  if (found.kind === 'failed' || found.output === '') return []
  return found.output.split('\n').map((line) => line.split(' '))
}

type Owning = {
  readonly root: string
  readonly tip: string
  readonly since: string
  readonly old: readonly string[]
  readonly made: ReadonlySet<string>
}

/** What was committed here and is with a remote by now, because it was pushed, say. */
async function ownPaths({ root, tip, since, old, made }: Owning): Promise<ReadonlySet<string>> {
  const range = await commitsOf(root, { from: tip, without: [since, ...old] })
  const own = range.map(first).filter((commit) => made.has(commit))
  if (own.length === 0) return new Set()
  const words = ['log', '--no-walk', '-c', '--format=', '--name-only', '--no-renames', '--relative', '-z']
  const found = await git({ cwd: root, stdin: `${own.join('\n')}\n` }, [...words, '--stdin'])
  return new Set(found.kind === 'ok' ? found.output.split('\0').filter((path) => path !== '') : [])
}

type TipMerge = {
  readonly root: string
  readonly tree: string
  readonly tip: string
  readonly since: string
  readonly own: ReadonlySet<string>
}

/** Null where git cannot. */
async function mergeTip({ root, tree, tip, since, own }: TipMerge): Promise<string | null> {
  const base = await git(root, ['merge-base', since, tip])
  if (base.kind === 'failed') return null
  const scratch = mkdtempSync(join(tmpdir(), 'keel-tree-'))
  const place = { cwd: root, index: join(scratch, 'index') }
  try {
    const sides = [`${base.output}:./`, tree, `${tip}:./`]
    const merged = await git(place, ['read-tree', '-i', '-m', '--aggressive', ...sides])
    if (merged.kind === 'failed') return null
    const words = ['diff-index', '--cached', '--raw', '-z', '--no-abbrev', '--no-renames', '--no-relative']
    const changes = await git(place, [...words, tree])
    if (changes.kind === 'failed') return null
    const kept = new Set(
      [...changes.output.matchAll(/:\d+ \d+ \w+ \w+ (\w)\d*\0([^\0]+)\0/g)].flatMap(([, how, path = '']) =>
        how === 'U' || own.has(path) ? [path] : [],
      ),
    )
    const stdin = await entriesOf({ root, tree, paths: kept })
    const put = stdin === '' ? merged : await git({ ...place, stdin }, ['update-index', '-z', '--index-info'])
    const written = put.kind === 'failed' ? put : await git(place, ['write-tree'])
    return written.kind === 'ok' ? written.output : null
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

type Entries = { readonly root: string; readonly tree: string; readonly paths: ReadonlySet<string> }

/** By which an index has these files as the tree has them: without those that it has not. */
async function entriesOf({ root, tree, paths }: Entries): Promise<string> {
  if (paths.size === 0) return ''
  const listing = await git(root, ['ls-tree', '-r', '-z', '--full-tree', tree])
  const lines = listing.kind === 'ok' ? listing.output.split('\0') : []
  const had = lines.filter((line) => paths.has(line.slice(line.indexOf('\t') + 1)))
  const gone = [...paths].map((path) => `0 ${'0'.repeat(tree.length)}\t${path}`)
  return [...gone, ...had].map((line) => `${line}\0`).join('')
}
