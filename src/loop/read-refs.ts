import { git } from '#kit/git.ts'

/** Branches by their names, those of remotes among them, each with the commit that it is at. */
export type Refs = Readonly<Record<string, string>>

/** The branches that moved last. Whoever claims a task has made nothing yet of what is in them. */
export async function readRefs(root: string): Promise<Refs> {
  const words = ['for-each-ref', '--sort=-committerdate', `--count=${REFS_MAX}`, `--format=${FORMAT}`]
  const found = await git(root, [...words, 'refs/heads', 'refs/remotes'])
  return refsIn(found.kind === 'ok' ? found.output : '')
}

/** Where these are now; one that is gone is left out. */
export async function refsNow(root: string, names: readonly string[]): Promise<Refs> {
  if (names.length === 0) return {}
  const found = await git(root, ['for-each-ref', `--format=${FORMAT}`, ...names])
  const now = refsIn(found.kind === 'ok' ? found.output : '')
  return Object.fromEntries(names.flatMap((name) => (now[name] === undefined ? [] : [[name, now[name]]])))
}

/** They are kept with every claim. */
const REFS_MAX = 100
const FORMAT = '%(objectname) %(refname)'

function refsIn(listing: string): Refs {
  const lines = listing.split('\n').filter((line) => line !== '')
  return Object.fromEntries(
    lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]),
  )
}
