import { realpathSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { confine } from '#kit/confine.ts'

/** A file's name in the project at the end of every link, so that a file and a link to it are one. */
export function realName(root: string, path: string): string {
  const confined = confine(root, path)
  return confined.kind === 'inside' ? toPortable(root, confined.path) : path
}

/** The record speaks of paths as git does, on every system. */
export function toPortable(root: string, path: string): string {
  const fromReal = relative(realpathSync(root), path)
  const way = fromReal.startsWith('..') ? relative(root, path) : fromReal
  return way.split(sep).join('/')
}
