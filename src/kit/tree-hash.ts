import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { isMissing } from './files.ts'
import { gitEnvironment } from './git-environment.ts'
import { sha256 } from './sha256.ts'
import { surveyFiles } from './survey-files.ts'

/**
 * The hash of everything below a directory that git does not ignore, as it lies there now: staged, changed, new and
 * deleted files alike. In a repository it is the tree that git would write, and that tree is then in its store; the
 * user's index is not touched. What keel itself records in passing is no part of it.
 *
 * What no tree can name adds a second hash behind a dash: changes inside of a repository inside, and changes to files
 * that the index was told not to look at. Outside a repository, and where git cannot take in what is there, the files
 * themselves are hashed.
 */
export function treeHash(root: string, limitMs = 600_000): string {
  const seen = seeTree(root, limitMs)
  if (seen === null) return hashOfFiles(resolve(root))
  const { tree, hidden, inside } = seen
  const beyond = inside.map(({ path, hash }) => `${path}\0${hash}`)
  if (hidden !== '') beyond.push(hidden)
  return beyond.length === 0 ? tree : `${tree}-${sha256(beyond.join('\n'))}`
}

/** A tree as it lies there, as far as git can name it. */
export type SeenTree = {
  /** What a commit of it would hold. */
  readonly tree: string
  /** With the files that the index was told not to look at; the same where there are none. */
  readonly whole: string
  /** What those files differ in, as git tells it. */
  readonly hidden: string
  /** Repositories inside that are other than their last commit. */
  readonly inside: readonly { readonly path: string; readonly hash: string }[]
}

/** Null outside a repository, and where git cannot take in what is there. */
export function seeTree(root: string, limitMs = 600_000): SeenTree | null {
  return seeByGit(resolve(root), performance.now() + limitMs)
}

/** The part of a hash that a commit can hold. */
export function committable(hash: string): string {
  return hash.split('-', 1)[0] ?? hash
}

/** What of a hash no commit can hold; empty where there is nothing of it. */
export function beyondCommits(hash: string): string {
  return hash.slice(committable(hash).length)
}

/** Written while work goes on, so that a test run would change the very tree it tested. */
export const RECORDS = ['.keel/ledger', '.keel/journal', '.keel/cache']

function isRecord(path: string): boolean {
  return RECORDS.some((record) => path === record || path.startsWith(`${record}/`))
}

function seeByGit(root: string, deadline: number): SeenTree | null {
  const found = git({ cwd: root, deadline, words: ['rev-parse', '--show-prefix', '--git-path', 'index'] })
  if (found === null) return null
  const [prefix = '', index = ''] = found.split('\n')
  const scratch = mkdtempSync(join(tmpdir(), 'keel-tree-'))
  try {
    const own = join(scratch, 'index')
    copyIndex(resolve(root, index), own)
    const ask = (words: readonly string[], input?: string) =>
      git({ cwd: root, deadline, words, index: own, input })
    const writeTree = () => ask(['write-tree', ...(prefix === '' ? [] : [`--prefix=${prefix}`])])?.trim()
    if (ask(['add', '--all', '--ignore-errors', '--', '.']) === null) return null
    const listing = ask(['ls-files', '-v', '--stage', '-z'])
    if (listing === null) return null
    const all = entriesIn(listing)
    const entries = all.filter(({ path }) => !isRecord(path))
    // They are taken out afterwards: to be told to leave out what it ignores anyway makes git fail.
    const takeOut = ['rm', '-r', '-f', '-q', '--cached', '--ignore-unmatch', '--', ...RECORDS]
    if (entries.length < all.length && ask(takeOut) === null) return null
    const tree = writeTree()
    if (tree === undefined) return null
    const inside = changesInside({ root, links: entries.filter(isLink).map(({ path }) => path), deadline })
    if (!lookAtHidden({ root, entries, ask })) return { tree, whole: tree, hidden: '', inside }
    const whole = writeTree() ?? UNREADABLE
    const hidden = ask(['diff-tree', '-r', '--raw', '--no-abbrev', '--no-renames', tree, whole])
    return { tree, whole, hidden: hidden ?? UNREADABLE, inside }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const UNREADABLE = 'unreadable'

/**
 * Git takes a file for unchanged if its times are as in the index, unless they are as young as the index itself: then it
 * looks. A copy is younger than its original and would hide what was changed in between, so it is made to look older.
 */
export function copyIndex(from: string, to: string): void {
  if (!existsSync(from)) return
  const seconds = Math.floor(statSync(from).mtimeMs / 1000)
  copyFileSync(from, to)
  utimesSync(to, seconds, seconds)
}

type IndexEntry = { readonly tag: string; readonly mode: string; readonly path: string }

/** Each is `tag mode blob stage`, a tab and the path. */
function entriesIn(listing: string): IndexEntry[] {
  return listing.split('\0').flatMap((line) => {
    const tab = line.indexOf('\t')
    const [tag = '', mode = ''] = line.slice(0, tab).split(' ')
    return tab === -1 ? [] : [{ tag, mode, path: line.slice(tab + 1) }]
  })
}

function isLink({ mode }: IndexEntry): boolean {
  return mode === '160000'
}

/**
 * Has the index look at files that somebody told it not to look at (`update-index --assume-unchanged`,
 * `--skip-worktree`), for they are what is tested all the same. False where there are none. What a sparse checkout
 * left out is no such file: it is not there.
 */
function lookAtHidden({ root, entries, ask }: { root: string; entries: IndexEntry[]; ask: Ask }): boolean {
  const paths = entries.flatMap(({ tag, path }) => {
    // Git marks those to be left out by an S, and those to be believed unchanged by a small letter.
    const isHidden = /s/i.test(tag) ? existsSync(join(root, path)) : /[a-z]/.test(tag)
    return isHidden ? [`${path}\0`] : []
  })
  if (paths.length === 0) return false
  // Taken out first: what git was told to believe unchanged it takes for that if size and second are the same.
  for (const how of [['--force-remove'], ['--add', '--remove']])
    ask(['update-index', ...how, '-z', '--stdin'], paths.join(''))
  return true
}

type Ask = (words: readonly string[], input?: string) => string | null

/** A tree names the commit of a repository inside, and says nothing of what was changed there since. */
function changesInside({ root, links, deadline }: Inside): SeenTree['inside'] {
  return links.flatMap((path) => {
    const inside = join(root, path)
    if (!existsSync(join(inside, '.git'))) return []
    const committed = git({ cwd: inside, deadline, words: ['rev-parse', 'HEAD^{tree}'] })?.trim()
    const now = treeHash(inside, deadline - performance.now())
    return now === committed ? [] : [{ path, hash: now }]
  })
}

type Inside = { readonly root: string; readonly links: readonly string[]; readonly deadline: number }

function hashOfFiles(root: string): string {
  const lines = surveyFiles(root).files.flatMap((path) => {
    const name = relative(root, path).split(sep).join('/')
    if (isRecord(name)) return []
    const content = contentOf(path)
    return content === null ? [] : [`${content} ${name}`]
  })
  return sha256(lines.join('\n'))
}

/** What git would tell apart too: a link, a program, a file. Null for what is listed and no longer there. */
function contentOf(path: string): string | null {
  try {
    const { mode } = lstatSync(path)
    if ((mode & 0o170000) === 0o120000) return `link ${sha256(readlinkSync(path))}`
    return `${(mode & 0o100) === 0 ? 'file' : 'program'} ${sha256(readFileSync(path))}`
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

type Question = {
  readonly cwd: string
  readonly deadline: number
  readonly words: readonly string[]
  readonly index?: string
  readonly input?: string | undefined
}

/**
 * Null where git is missing or says no. Without hooks and monitors, which are programs that somebody else chose, and without
 * settings by which a file counts as unchanged that only looks so.
 */
function git({ cwd, deadline, words, index, input = '' }: Question): string | null {
  const { status, stdout, error } = spawnSync(
    'git',
    [...SETTINGS.flatMap((setting) => ['-c', setting]), ...words],
    {
      cwd,
      env: gitEnvironment(index),
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      input,
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: Math.max(1, Math.ceil(deadline - performance.now())),
    },
  )
  if (error !== undefined && 'code' in error && error.code === 'ETIMEDOUT')
    throw new Error(`git ${words[0]} took too long`)
  return status === 0 ? stdout : null
}

const SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.untrackedCache=false',
  'core.trustctime=true',
  'core.checkStat=default',
  'core.ignoreStat=false',
  'advice.addEmbeddedRepo=false',
]
