import { type Stats, statSync } from 'node:fs'
import { followLinks } from '#kit/follow-links.ts'
import type { Action } from '#words/action.ts'
import type { Guard, GuardFacts, ReachedFile } from '#words/guard.ts'
import { type Ground, groundOf } from './disk/ground.ts'
import { lookUp } from './disk/look-up.ts'
import { textAt } from './disk/text-at.ts'
import { matches } from './matches.ts'
import { type Subject, subjectOf, withFacts } from './subject-of.ts'
import { lookupKey } from './target.ts'

type Asked = { readonly actions: readonly Action[]; readonly guards: readonly Guard[]; readonly root: string }

/** What the disk knows of some actions, and no more of it than the guards will ask for. Evidence is not looked for. */
export function gatherFacts({ actions, guards, root }: Asked): GuardFacts {
  const first = actions.map(subjectOf)
  const ground = groundOf(guards, root)
  const reached = reachedBy(first, ground)
  const isAnswered = first.some(({ open }) => open.length > 0)
  const subjects = isAnswered ? first.map((subject) => withFacts(subject, { links: {}, reached })) : first
  const paths = subjects.flatMap(({ targets }) =>
    targets.flatMap((target) => (target.kind === 'path' && !target.isGlob ? [target.path] : [])),
  )
  const facts: GuardFacts = { root, evidence: 'none', links: linksOf(paths, ground), texts: {}, reached }
  return { ...facts, texts: textsFor({ subjects, guards, facts }) }
}

function reachedBy(subjects: readonly Subject[], ground: Ground): GuardFacts['reached'] {
  const lookups = subjects.flatMap(({ open }) => open.map(({ lookup }) => lookup)).slice(0, LOOKUPS_MAX)
  const deadline = Date.now() + LOOKING_MS
  const answers = lookups.flatMap((lookup): [string, readonly ReachedFile[]][] => {
    if (Date.now() > deadline) return []
    const files = lookUp(lookup, ground)
    return files === null ? [] : [[lookupKey(lookup), files]]
  })
  return Object.fromEntries(answers)
}

const LOOKUPS_MAX = 50
/** Well below the patience of any host. */
const LOOKING_MS = 1500
const PATHS_MAX = 200

function linksOf(paths: readonly string[], ground: Ground): Record<string, string> {
  const led = [...new Set(paths)].slice(0, PATHS_MAX).flatMap((path) => {
    const end = endOf(path) ?? path
    const twin = twinOf(end, ground)
    return end === path && twin === null ? [] : [[path, twin ?? end] as const]
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

/** A guarded file that has a second name, of which this is one. */
function twinOf(path: string, { guarded }: Ground): string | null {
  const own = statOf(path)
  if (own === null || !own.isFile() || own.nlink < 2) return null
  const twin = guarded().find((other) => {
    const theirs = other === path ? null : statOf(other)
    return theirs !== null && theirs.ino === own.ino && theirs.dev === own.dev
  })
  return twin ?? null
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

type Curious = {
  readonly subjects: readonly Subject[]
  readonly guards: readonly Guard[]
  readonly facts: GuardFacts
}

/** The files that a guard wants to know the text of: what would be written to, and what would be copied there. */
function textsFor({ subjects, guards, facts }: Curious): Record<string, string> {
  const parts = guards
    .flatMap(({ match }) => match)
    .filter(({ becomes, sets }) => becomes !== undefined || sets !== undefined)
  const asked = subjects.flatMap((subject) =>
    withFacts(subject, facts).targets.filter((target) =>
      parts.some(
        ({ action, paths }) =>
          matches({ subject: { ...subject, targets: [target] }, part: { action, paths }, facts }).kind ===
          'match',
      ),
    ),
  )
  const paths = asked.flatMap((target) => {
    if (target.kind !== 'path') return []
    return target.content.kind === 'copied' ? [target.path, target.content.path] : [target.path]
  })
  const texts = [...new Set(paths)].slice(0, PATHS_MAX).flatMap((path): [string, string][] => {
    const text = textAt(path)
    return text === null ? [] : [[path, text]]
  })
  return Object.fromEntries(texts)
}
