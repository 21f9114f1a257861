import { git } from '#kit/git.ts'
import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from './is-test-file.ts'

/**
 * Test files of which git sees other bytes than lie there, because a filter stands in between: whatever is done to them, no tree
 * shows it. Those of Git LFS change with what they stand for.
 */
export async function findFiltered(root: string): Promise<Tampering[]> {
  const filters = await filtersIn(root)
  if (filters.size === 0) return []
  const listed = await git(root, [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--deduplicate',
  ])
  const tests = listed.kind === 'ok' ? listed.output.split('\0').filter((path) => isTestFile(path)) : []
  const attributes = await git({ cwd: root, stdin: tests.join('\0') }, [
    'check-attr',
    '-z',
    '--stdin',
    'filter',
  ])
  if (attributes.kind === 'failed') return []
  const found: Tampering[] = []
  // `path`, `filter` and its value, again and again.
  const words = attributes.output.split('\0')
  for (let at = 0; at + 2 < words.length; at += 3) {
    const [path = '', , filter = ''] = words.slice(at, at + 3)
    if (filters.has(filter) && (await isOther(root, path))) found.push(unseen(path, filter))
  }
  return found
}

/** The names of those that have a program. */
async function filtersIn(root: string): Promise<Set<string>> {
  const set = await git(root, ['config', '-z', '--get-regexp', '^filter\\..*\\.(clean|process)$'])
  const lines = set.kind === 'ok' ? set.output.split('\0') : []
  return new Set(
    lines.flatMap((line) => {
      const [, name, command] = /^filter\.(.*)\.(?:clean|process)\n([\s\S]*)$/.exec(line) ?? []
      return name === undefined || LARGE_FILES.test(command ?? '') ? [] : [name]
    }),
  )
}

const LARGE_FILES = /^git-lfs (clean -- %f|filter-process)$/

async function isOther(root: string, path: string): Promise<boolean> {
  const [seen, there] = [
    await git(root, ['hash-object', '--', path]),
    await git(root, ['hash-object', '--no-filters', '--', path]),
  ]
  // One that is gone is gone for git, too.
  return there.kind === 'ok' && (seen.kind === 'failed' || seen.output !== there.output)
}

function unseen(path: string, filter: string): Tampering {
  const text = `The filter ${filter} of git’s settings stands before it: what git sees of it is not what is run.`
  return { kind: 'unseen', path, line: null, text }
}
