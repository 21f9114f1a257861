import type { Clues } from './clues.ts'
import { readTextFile } from './list-text-files.ts'

export type MentionQuestion = {
  readonly root: string
  readonly clues: Clues
  readonly paths: readonly string[]
  /** Where to look for what identifiers mean, the likeliest first. */
  readonly likely: readonly string[]
}

export type Mentioned = {
  readonly path: string
  readonly reason: string
  /** The lines that are meant, from 1. */
  readonly lines: readonly number[]
}

/** Files that a task names, by path or by name, and files that define what it names. Each once, in that order. */
export function mentionedFiles({ root, clues, paths, likely }: MentionQuestion): Mentioned[] {
  const named = clues.names.flatMap(({ name, line }) =>
    filesNamed(name, paths).map((path) => ({
      path,
      reason: `The task names ${name}.`,
      lines: line === null ? [] : [line],
    })),
  )
  return onceEach([...named, ...definitions({ root, identifiers: clues.identifiers, likely })])
}

/** A name that so many files bear, such as index.ts, names none of them. */
const NAMESAKES_MAX = 4

function filesNamed(name: string, paths: readonly string[]): string[] {
  if (paths.includes(name)) return [name]
  const ends = paths.filter((path) => path.endsWith(`/${name}`))
  const bare = name.includes('/') ? [] : paths.filter((path) => stemOf(path) === name)
  return [ends, bare].find(({ length }) => length > 0 && length <= NAMESAKES_MAX) ?? []
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\.[^.]*$/, '')
}

const LIKELY_MAX = 400

function definitions({
  root,
  identifiers,
  likely,
}: {
  root: string
  identifiers: readonly string[]
  likely: readonly string[]
}): Mentioned[] {
  if (identifiers.length === 0) return []
  const expression = new RegExp(
    `\\b(?:${KEYWORDS})\\s+(?:\\([^)\\n]*\\)\\s*)?(${identifiers.map(escaped).join('|')})(?![\\w$])`,
    'g',
  )
  return likely.slice(0, LIKELY_MAX).flatMap((path) => {
    const file = readTextFile(root, path)
    if (file.kind === 'left-out') return []
    const found = [...file.text.matchAll(expression)]
    if (found.length === 0) return []
    const names = [...new Set(found.map((match) => match[1] ?? ''))]
    const lines = found.map(({ index }) => file.text.slice(0, index).split('\n').length)
    return [{ path, reason: `It defines ${names.join(', ')}.`, lines }]
  })
}

/** How a definition begins in the languages in which one can tell; a bracket may follow, as before a method in Go. */
const KEYWORDS =
  'function\\*?|class|interface|type|enum|const|let|var|val|def|fn|func|fun|struct|trait|impl|module|object|record|protocol|table|view'

function escaped(identifier: string): string {
  return identifier.replaceAll('$', '\\$')
}

function onceEach(mentioned: readonly Mentioned[]): Mentioned[] {
  const byPath = new Map<string, Mentioned>()
  for (const { path, reason, lines } of mentioned) {
    const before = byPath.get(path)
    byPath.set(path, {
      path,
      reason: before?.reason ?? reason,
      lines: [...(before?.lines ?? []), ...lines],
    })
  }
  return [...byPath.values()]
}
