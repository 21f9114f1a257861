import type { FileProblem } from '#context/code/file-problem.ts'
import type { Structure } from './structure/structure.ts'

/** Whoever misses a command or a framework should not look for it in keel: its manifest is broken. */
export function noteOnManifests({ problems }: Pick<Structure, 'problems'>): string[] {
  if (problems.length === 0) return []
  const told = problems.slice(0, TOLD_MAX).map(({ path, message }) => `\`${path}\` (${message})`)
  const left = problems.length - told.length
  const all = left === 0 ? told.join(', ') : `${told.join(', ')} and ${left} more`
  return [`> Not read, and what it says is missing: ${all}.`]
}

const TOLD_MAX = 3

/** The same by file, all of them. */
export function manifestProblems({ problems }: Pick<Structure, 'problems'>): FileProblem[] {
  return problems.map(({ path }) => ({ path, why: 'manifest' }))
}
