import { git } from '#kit/git.ts'
import type { Tampering } from '#words/evidence.ts'
import type { Others } from './take-in-others.ts'

type Found = { readonly root: string; readonly others: Others; readonly found: readonly Tampering[] }

/**
 * By which commit something came in that another branch has, too, or that was merged: whoever merged it hears that it is held against them, and why. Not
 * said of what only this branch has, which is the work itself.
 */
export async function sayOrigin({ root, others, found }: Found): Promise<Tampering[]> {
  const told = new Map<string, string>()
  for (const path of new Set(found.map((one) => one.path).slice(0, PATHS_MAX)))
    told.set(path, await originOf({ root, since: others.since, path }))
  return found.map((one) => ({ ...one, text: `${one.text}${told.get(one.path) ?? ''}` }))
}

const PATHS_MAX = 20

type Asked = { readonly root: string; readonly since: string; readonly path: string }

async function originOf({ root, since, path }: Asked): Promise<string> {
  const range = ['HEAD', `^${since}`, '--', `:(literal)${path}`]
  const last = await git(root, ['log', '-1', '--no-merges', '--format=%H %s', ...range])
  if (last.kind === 'failed' || last.output === '') return ''
  const commit = last.output.slice(0, last.output.indexOf(' '))
  const branch = await otherBranch(root, commit)
  const merges = await git(root, [
    'rev-list',
    '--first-parent',
    '--merges',
    '--ancestry-path',
    `${commit}..HEAD`,
  ])
  const merge = merges.kind === 'ok' ? (merges.output.split('\n').at(-1) ?? '') : ''
  // A branch may be gone once it was merged, or was fetched without a name.
  if (branch === null && (merge === '' || (await isFirstParent(root, commit)))) return ''
  const of = branch === null ? '' : ` of ${branch}`
  const way = merge === '' ? '' : `, merged by ${merge.slice(0, 10)}`
  return ` It came with ${quoted(last.output)}${of}${way}. Only what was on a branch when the task was claimed, or was fetched since from a branch of a remote that was known then, is taken for the work of others: a person can fetch and merge that, or close the task with --force.`
}

/** Whether it was made where the work is, and not brought there by a merge. */
async function isFirstParent(root: string, commit: string): Promise<boolean> {
  const own = await git(root, ['rev-list', '--first-parent', `${commit}^..HEAD`])
  return own.kind === 'failed' || own.output.split('\n').includes(commit)
}

function quoted(line: string): string {
  const at = line.indexOf(' ')
  return `${line.slice(0, 10)} (“${line.slice(at + 1)}”)`
}

/** Another branch that has a commit, than the one that the work is on and what that is pushed to. */
async function otherBranch(root: string, commit: string): Promise<string | null> {
  const format = '--format=%(refname:short)%00%(HEAD)%00%(upstream:short)'
  const found = await git(root, ['for-each-ref', '--contains', commit, format, 'refs/heads', 'refs/remotes'])
  const lines = found.kind === 'ok' ? found.output.split('\n').map((line) => line.split('\0')) : []
  const own = lines
    .filter(([, isHead]) => isHead === '*')
    .flatMap(([name = '', , upstream = '']) => [name, upstream])
  return lines.map(([name = '']) => name).find((name) => name !== '' && !own.includes(name)) ?? null
}
