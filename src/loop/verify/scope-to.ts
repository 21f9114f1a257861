import { relative, resolve, sep } from 'node:path'
import { listFiles } from '#kit/list-files.ts'
import type { Detected } from './detect-framework.ts'
import type { PathOptions } from './frameworks/contract.ts'

type Asked = { readonly root: string; readonly files: readonly string[] }

/**
 * The command for the tests of a few files alone, which are named from the root; null where nobody can ask for that. Whoever runs
 * all of them then has to say so.
 */
export function scopeTo(detected: Detected | null, { root, files }: Asked): string | null {
  const scope = detected?.framework.scope ?? null
  if (detected === null || scope === null || detected.words.length === 0) return null
  const { framework, folder, words, withWords, withOthers } = detected
  const below = (file: string) => relative(folder, file).split(sep).join('/')
  const named = [...new Set(files)].map((file) => below(resolve(root, file)))
  if (named.some((file) => file.startsWith('../') || file.startsWith('-'))) return null
  const others = listFiles(root)
    .map(below)
    .filter((file) => !file.startsWith('../'))
  const added = scope.words({ folder, files: named, others, given: words })
  if (added === null || words.includes('--')) return null
  const program = framework.programs.find((one) => one.every((word, place) => words[place] === word)) ?? []
  const own = words.slice(program.length)
  const rest = scope.options === undefined ? own : withoutPaths(own, scope.options)
  if (rest === null) return null
  if (rest.length === own.length && withWords !== null) return withWords(added)
  return withOthers?.([...program.slice(1), ...rest, ...added]) ?? null
}

/** Null where nobody can tell. */
function withoutPaths(
  words: readonly string[],
  { valued, flags, verbs }: PathOptions,
): readonly string[] | null {
  const kept: string[] = []
  for (const [place, word] of words.entries()) {
    const before = words[place - 1] ?? ''
    const isValue = before.startsWith('-') && valued.test(before)
    if (word.startsWith('-') || isValue || (verbs?.test(word) ?? false)) kept.push(word)
    else if (before.startsWith('-') && !before.includes('=') && !flags.test(before)) return null
  }
  return kept
}
