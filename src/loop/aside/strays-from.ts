import { git } from '#kit/git.ts'
import type { RunOrder } from '../desk.ts'

/** Commits at which HEAD, or the branch that the run began on, is by now, and was not when it began. */
export async function straysFrom({ root, stand }: Pick<RunOrder, 'root' | 'stand'>): Promise<string[]> {
  const places = ['HEAD', ...(stand.branch === null ? [] : [`refs/heads/${stand.branch}`])]
  const found = await Promise.all(
    places.map((place) => git(root, ['rev-parse', '--verify', '-q', `${place}^{commit}`])),
  )
  const commits = found.flatMap((said) => (said.kind === 'ok' ? [said.output] : []))
  return [...new Set(commits)].filter((commit) => commit !== stand.head)
}
