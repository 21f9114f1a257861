import { readFileSync, statSync } from 'node:fs'
import { followLinks } from '#kit/follow-links.ts'
import type { Action } from '#words/action.ts'
import type { Guard, GuardFacts } from '#words/guard.ts'
import { matches } from './matches.ts'
import { subjectOf } from './subject-of.ts'

type Asked = { readonly actions: readonly Action[]; readonly guards: readonly Guard[]; readonly root: string }

/** What the disk knows of some actions, and no more of it than the guards will ask for. Evidence is not looked for. */
export function gatherFacts({ actions, guards, root }: Asked): GuardFacts {
  const subjects = actions.map(subjectOf)
  const paths = subjects.flatMap(({ targets }) =>
    targets.flatMap((target) => (target.kind === 'path' && !target.isGlob ? [target.path] : [])),
  )
  const facts: GuardFacts = { root, evidence: 'none', links: linksOf(paths), texts: {} }
  const written = subjects.filter(({ action }) => action.kind === 'write')
  const curious = guards.flatMap(({ match }) => match).filter(({ becomes }) => becomes !== undefined)
  const asked = written.filter((subject) =>
    curious.some(
      ({ action, paths }) => matches({ subject, part: { action, paths }, facts }).kind === 'match',
    ),
  )
  const texts = asked.flatMap(({ action }) => (action.kind === 'write' ? textOf(action.path) : []))
  return { ...facts, texts: Object.fromEntries(texts) }
}

const PATHS_MAX = 200
const BYTES_MAX = 1 << 20

function linksOf(paths: readonly string[]): Record<string, string> {
  const led = [...new Set(paths)].slice(0, PATHS_MAX).flatMap((path) => {
    const end = endOf(path)
    return end === null || end === path ? [] : [[path, end] as const]
  })
  return Object.fromEntries(led)
}

/** Null for links that go in circles and folders that nobody may look into: nothing can be written there either. */
function endOf(path: string): string | null {
  try {
    return followLinks(path)
  } catch {
    return null
  }
}

function textOf(path: string): [string, string][] {
  try {
    return statSync(path).size > BYTES_MAX ? [] : [[path, readFileSync(path, 'utf8')]]
  } catch {
    return []
  }
}
