import { resolve } from 'node:path'
import type { Guard } from '#words/guard.ts'
import { filesBelow } from './files-below.ts'

/** What guards speak of, on the disk. Nothing is looked for before somebody asks: few actions need to know. */
export type Ground = {
  readonly root: string
  /** The folders and files that guards name: the part of each path that is spelled out. */
  readonly places: () => readonly string[]
  /** The files there, as far as there are any. */
  readonly guarded: () => readonly string[]
}

export function groundOf(guards: readonly Guard[], root: string): Ground {
  let known: readonly string[] | null = null
  const places = () => {
    const globs = guards.flatMap(({ match }) => match.flatMap(({ paths }) => paths ?? []))
    return [...new Set(globs.map(spelledPart))].filter((place) => place !== '')
  }
  const guarded = () => {
    known ??= places().flatMap((place) => guardedAt(resolve(root, place)))
    return known
  }
  return { root, places, guarded }
}

/** The files below a place, or the place itself where it is one. */
function guardedAt(path: string): readonly string[] {
  const files = filesBelow(path)
  if (files === null) return []
  return files.length > 0 ? files.map((way) => resolve(path, way)) : [path]
}

function spelledPart(glob: string): string {
  const segments = glob.split('/')
  const end = segments.findIndex((segment) => /[*?[{]/.test(segment))
  return (end === -1 ? segments : segments.slice(0, end)).join('/')
}
