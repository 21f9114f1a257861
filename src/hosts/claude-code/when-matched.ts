import { isAbsolute, relative, sep } from 'node:path'
import ignore from 'ignore'
import { isWithin } from '#kit/confine.ts'
import type { LoadedWhen } from '#words/instructions.ts'
import { rulePatterns } from './rule-patterns.ts'

type PathScope = {
  /** What the patterns are relative to. */
  readonly from: string
  /** Where Claude Code is started: nothing outside brings a rule in. */
  readonly cwd: string
}

/** The patterns of a rule are read as those of a `.gitignore`, in whatever case. */
export function whenMatched(globs: readonly string[], { from, cwd }: PathScope): LoadedWhen {
  const patterns = ignore().add(rulePatterns(globs))
  const matches = (path: string): boolean => {
    const way = relative(from, path)
    const isBelow = way !== '' && !way.startsWith('..') && !isAbsolute(way)
    return isBelow && isWithin(cwd, path) && patterns.ignores(way.split(sep).join('/'))
  }
  return { kind: 'match', globs, matches }
}
