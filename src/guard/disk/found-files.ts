import { relative } from 'node:path'
import { boundExpressions } from '#kit/bound-expressions.ts'
import { isWithin } from '#kit/confine.ts'
import { segmentPattern } from '../segment-pattern.ts'
import { isFound } from '../shell/find-tests.ts'
import { mayHold } from '../shell/list-tests.ts'
import type { Lookup } from '../target.ts'
import { filesKnownToGit } from './git-reached.ts'
import type { Ground } from './ground.ts'
import { textAt } from './text-at.ts'

type FoundLookup = Extract<Lookup, { kind: 'found' }>

/** Which guarded files a search would come upon. */
export function foundFiles({ from, isGlob, start, tests }: FoundLookup, ground: Ground): readonly string[] {
  const { also } = tests
  // The expressions are the agent's own.
  if (also !== undefined) boundExpressions()
  const reached = ground.guarded().filter((path) => {
    const ways = isGlob ? waysFrom(from, path) : isWithin(from, path) ? [relative(from, path)] : []
    // A search that begins at a guarded file has found it, unless it looks for a text.
    return ways.some((way) => way === '' || isFound(tests, { start, way }))
  })
  if (also === undefined || reached.length === 0) return reached
  const known = also.knows === 'all' ? null : filesKnownToGit(also.knows, ground)
  return reached.filter((path) => {
    if (known !== null && !known.has(path)) return false
    if (also.holds.length === 0) return true
    const text = textAt(path)
    return text === null || also.holds.every((pattern) => mayHold(text, pattern))
  })
}

/** The ways to a path from what a pattern of the shell's finds above it. */
function waysFrom(glob: string, path: string): string[] {
  const patterns = glob.split('/')
  const names = path.split('/')
  const isAbove = patterns.every((pattern, index) => {
    const name = names[index]
    if (name === undefined) return false
    if (pattern === name) return true
    return name.startsWith('.') === pattern.startsWith('.') && segmentPattern(pattern).test(name)
  })
  return isAbove ? [names.slice(patterns.length).join('/')] : []
}
