import { git } from '#kit/git.ts'

/** What was really changed, and what for. */
export type Change = {
  /** The commit that it began from. */
  readonly base: string
  /** What was said of it. */
  readonly message: string
  /** Files that were there before, from the folder that was asked about. */
  readonly paths: readonly string[]
  /** Files that were not there before: no pack could have had them. */
  readonly added: readonly string[]
}

export type ChangeOutcome =
  | { readonly kind: 'found'; readonly changes: readonly Change[] }
  | { readonly kind: 'unknown'; readonly why: string }

/** What was changed since a revision, in commits or not yet. */
export async function findChange(root: string, revision: string): Promise<ChangeOutcome> {
  const base = await git(root, ['merge-base', '--end-of-options', revision, 'HEAD'])
  if (base.kind === 'failed') return { kind: 'unknown', why: `git knows no ${revision} that HEAD comes from` }
  const [messages, diff, untracked] = await Promise.all([
    git(root, ['log', '--no-merges', '--format=%B%x00', `${base.output}..HEAD`]),
    git(root, ['diff', '--name-status', '--no-renames', '--relative', '-z', base.output]),
    git(root, ['ls-files', '--others', '--exclude-standard', '-z']),
  ])
  if (diff.kind === 'failed') return { kind: 'unknown', why: diff.message }
  const { paths, added } = readStatus(diff.output)
  const news = untracked.kind === 'ok' ? untracked.output.split('\0').filter((path) => path !== '') : []
  const message = messages.kind === 'ok' ? messages.output.split('\0').join('\n').trim() : ''
  return { kind: 'found', changes: [{ base: base.output, message, paths, added: [...added, ...news] }] }
}

/** What the last commits changed, each by itself; the newest first. */
export async function findLastChanges(root: string, count: number): Promise<ChangeOutcome> {
  const log = await git(root, [
    'log',
    `-${count}`,
    '--no-merges',
    '--min-parents=1',
    '--name-status',
    '--no-renames',
    '--relative',
    '-z',
    '--format=%x01%P%x02%B%x03',
    '--',
    '.',
  ])
  if (log.kind === 'failed') return { kind: 'unknown', why: log.message }
  const changes = log.output
    .split('\x01')
    .slice(1)
    .map((part) => {
      const [base = '', rest = ''] = part.split('\x02', 2)
      const end = rest.indexOf('\x03')
      return {
        base,
        message: rest.slice(0, end).trim(),
        ...readStatus(rest.slice(end + 1).replace(/^[\0\n]+/, '')),
      }
    })
  return { kind: 'found', changes }
}

/** A letter, a path, and so on. */
function readStatus(output: string): Pick<Change, 'paths' | 'added'> {
  const words = output.split('\0').map((word) => word.replace(/^\n+/, ''))
  const [paths, added]: [string[], string[]] = [[], []]
  for (let at = 0; at + 1 < words.length; at += 2)
    (words[at] === 'A' ? added : paths).push(words[at + 1] ?? '')
  return { paths, added }
}
