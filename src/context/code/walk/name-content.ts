import { lstatSync } from 'node:fs'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { confine } from '#kit/confine.ts'
import { errorCode } from '#kit/files.ts'
import { languageOf } from '../languages/all.ts'
import { blobOf } from './blob-of.ts'
import { NO_LETTER, rawPathOf } from './raw-path-of.ts'
import { type TreeFile, UNREADABLE } from './tree-file.ts'

/**
 * The name that git gives to a file's content. A file that is too large to be looked into is named by its size and its
 * time instead. Null for what is gone, or is no plain file.
 */
async function nameContent(path: string): Promise<string | null> {
  try {
    const stats = await lstat(path)
    if (!stats.isFile()) return null
    if (stats.size > LOOK_MAX_BYTES) return `large-${stats.size}-${Math.trunc(stats.mtimeMs)}`
    return blobOf(await readFile(path))
  } catch (error) {
    // It is there, and who reads it will say what is wrong with it.
    return errorCode(error) === 'EACCES' ? UNREADABLE : null
  }
}

const LOOK_MAX_BYTES = 8 * 1024 * 1024

/** The names of many, a few at a time: a new repository may have a hundred thousand files that git has not seen. */
export async function nameContents(root: string, paths: readonly string[]): Promise<TreeFile[]> {
  const named: TreeFile[] = []
  for (let at = 0; at < paths.length; at += GROUP) {
    const group = paths.slice(at, at + GROUP)
    const names = await Promise.all(group.map((path) => nameAt(root, path)))
    for (const [place, name] of names.entries())
      if (name !== null) named.push({ path: group[place] ?? '', ...name })
  }
  return named
}

const GROUP = 64

async function nameAt(root: string, path: string): Promise<Omit<TreeFile, 'path'> | null> {
  const own = await nameContent(join(root, path))
  if (own !== null) return { blob: own }
  if (isMisnamed(root, path)) return { blob: UNREADABLE }
  const blob = await nameLinked(root, path)
  return blob === null ? null : { blob, isLink: true }
}

/** Whether it is a file whose name is no text: nobody who is told it could open it. */
export function isMisnamed(root: string, path: string): boolean {
  if (!path.includes(NO_LETTER)) return false
  const raw = rawPathOf(root, path)
  const isLegible = raw?.equals(Buffer.from(`${root}/${path}`)) === true
  return raw !== null && !isLegible && lstatSync(raw, { throwIfNoEntry: false })?.isFile() === true
}

/**
 * A link to a file of the same tree is that file: a Makefile may lie elsewhere. Not so code, which would be defined twice,
 * and never what lies outside or is git's own.
 */
async function nameLinked(root: string, path: string): Promise<string | null> {
  if (languageOf(path) !== null) return null
  try {
    const end = confine(root, path)
    const isOwn = end.kind === 'inside' && end.linked && !/[\\/]\.git[\\/]/.test(end.path)
    return isOwn ? await nameContent(end.path) : null
  } catch {
    return null
  }
}
