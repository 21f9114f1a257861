import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { upward } from '#kit/find-up.ts'
import { type GitAnswer, git } from '#kit/git.ts'
import { hasGit } from '#kit/has-git.ts'

/** What git says of the files below a folder that differ from its index. */
export type GitStatus = {
  /** Two letters, a blank and the path from the top of the repository, for each. */
  readonly changed: string
  /** Of the folder, from the top. */
  readonly prefix: string
  /** The checksum that the index ended in before git looked; null where it has none, or another was named. */
  readonly index: string | null
  /** The commit that is checked out; null before the first. */
  readonly head: string | null
  /** What was changed later may not be in it. */
  readonly askedAt: number
}

/** Hears in git's own words why it says nothing of a repository that is there: it may be somebody else's, or broken. */
export type OnRefusal = (said: string) => void

/** Null where there is no git, or it does not say. */
export function askStatus(root: string, onRefusal?: OnRefusal): Promise<GitStatus | null> {
  const answer = asked.get(root) ?? ask(root)
  asked.delete(root)
  return answer.then(({ status, refusal }) => {
    if (refusal !== null) onRefusal?.(refusal)
    return status
  })
}

/** Has git look at a folder that will be asked for soon. */
export function askAhead(root: string): void {
  asked.set(root, ask(root))
}

const asked = new Map<string, Promise<Answer>>()

type Answer = { readonly status: GitStatus | null; readonly refusal: string | null }

async function ask(root: string): Promise<Answer> {
  const askedAt = performance.timeOrigin + performance.now()
  const isTop = existsSync(join(root, '.git'))
  const index = isTop ? indexChecksum(root) : null
  const loose = isTop ? looseHead(gitFolder(root)) : null
  const [changed, prefix, head] = await Promise.all([
    git(root, [...QUIET, ...STATUS, ...(isTop ? [] : ['.'])]),
    isTop ? ({ kind: 'ok', output: '' } as const) : git(root, ['rev-parse', '--show-prefix']),
    loose ?? git(root, ['rev-parse', '--verify', '-q', 'HEAD']).then(outputOf),
  ])
  if (changed.kind === 'failed') return refused(root, changed.message)
  if (prefix.kind === 'failed') return refused(root, prefix.message)
  return {
    status: { changed: changed.output, prefix: prefix.output, index, head, askedAt },
    refusal: null,
  }
}

/** Where there is no repository, or nobody who knows one, nothing was refused. */
function refused(root: string, message: string): Answer {
  return { status: null, refusal: gitFolderAbove(root) !== null && hasGit() ? message : null }
}

function outputOf(answer: GitAnswer): string | null {
  return answer.kind === 'ok' ? answer.output : null
}

/** The commit, where git keeps it in a file of its own. It does so from the moment that anybody commits until it tidies up. */
function looseHead(folder: string): string | null {
  try {
    let said = readFileSync(join(folder, 'HEAD'), 'utf8').trim()
    // A branch may stand for another one.
    for (let links = 0; links < LINKS_MAX; links += 1) {
      const [, branch] = /^ref: (refs\/heads\/.*)/.exec(said) ?? []
      if (branch === undefined) break
      said = readFileSync(join(commonFolder(folder), branch), 'utf8').trim()
    }
    return /^[0-9a-f]{40,64}$/.test(said) ? said : null
  } catch {
    return null
  }
}

/** As many as git follows. */
const LINKS_MAX = 5

/** Worktrees share their branches. */
function commonFolder(folder: string): string {
  try {
    return resolve(folder, readFileSync(join(folder, 'commondir'), 'utf8').trim())
  } catch {
    return folder
  }
}

/**
 * Where the history of a shallow clone is cut off, as git notes it; empty where it is whole. Null where the folder is in no
 * repository.
 */
export function askBoundary(root: string): string | null {
  const folder = gitFolderAbove(root)
  if (folder === null) return null
  try {
    return readFileSync(join(commonFolder(folder), 'shallow'), 'utf8')
  } catch {
    return ''
  }
}

/** Of the repository that a folder is in. One without a HEAD is none, as for git, which then looks further up. */
function gitFolderAbove(root: string): string | null {
  for (const above of upward(root)) {
    const folder = gitFolder(above)
    if (existsSync(join(folder, 'HEAD'))) return folder
    // A file that leads nowhere: git looks no further.
    if (folder !== join(above, '.git')) return null
  }
  return null
}

/** The index: `tag mode blob stage`, a tab and the path from the folder, for each file. */
export function askIndex(root: string): Promise<GitAnswer> {
  return git(root, [...QUIET, 'ls-files', '-s', '-v', '-z'])
}

/** Files that lie there in another form than git keeps: encrypted, large, or in another encoding. */
export function askFiltered(root: string): Promise<string[]> {
  const asked = ['filter', 'working-tree-encoding'].map((name) =>
    git(root, [...QUIET, 'ls-files', '-z', '--', '.', `:(exclude,attr:!${name})`]),
  )
  return Promise.all(asked).then((answers) =>
    answers.flatMap((answer) => outputOf(answer)?.split('\0') ?? []),
  )
}

/** No lock either: whoever commits at the same time must not find the index in use. */
const QUIET = ['--no-optional-locks', '-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false']
const STATUS = ['status', '--porcelain', '-z', '--no-renames', '-uall', '--ignore-submodules=all']

/** Git ends its index with a checksum of it, which is enough to know that it is the same. */
export function indexChecksum(root: string): string | null {
  if (process.env['GIT_INDEX_FILE'] !== undefined || process.env['GIT_DIR'] !== undefined) return null
  try {
    const file = openSync(join(gitFolder(root), 'index'), 'r')
    try {
      const end = Buffer.alloc(CHECKSUM_BYTES)
      readSync(file, end, 0, CHECKSUM_BYTES, fstatSync(file).size - CHECKSUM_BYTES)
      return end.every((byte) => byte === 0) ? null : end.toString('hex')
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}

const CHECKSUM_BYTES = 20

/** In a worktree beside the main one, and in a submodule, `.git` is a file that names the folder. */
function gitFolder(root: string): string {
  const own = join(root, '.git')
  try {
    return resolve(root, /^gitdir: (.*)/.exec(readFileSync(own, 'utf8'))?.[1] ?? '.git')
  } catch {
    return own
  }
}
