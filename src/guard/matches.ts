import type { GuardFacts, GuardMatch } from '#words/guard.ts'
import type { Target } from './command-paths.ts'
import { pathMeets } from './path-meets.ts'
import { edited, type Subject } from './subject-of.ts'

/** Whether one part of a guard speaks of an action, and of which of its targets. */
export function matches({ subject, part, facts }: Judged): Matched {
  const target = part.paths === undefined ? null : metTarget({ subject, part, facts })
  const isMatch =
    part.action.includes(subject.action.kind) &&
    (part.paths === undefined || target !== null) &&
    (part.says === undefined || isSaid(part.says, subject.text)) &&
    (part.becomes === undefined || isBecoming(part.becomes, { subject, facts }))
  return isMatch ? { kind: 'match', target } : { kind: 'none' }
}

export type Judged = { readonly subject: Subject; readonly part: GuardMatch; readonly facts: GuardFacts }

export type Matched = { readonly kind: 'match'; readonly target: Target | null } | { readonly kind: 'none' }

function metTarget({ subject, part, facts: { root } }: Judged): Target | null {
  const globs = part.paths ?? []
  return subject.targets.find((target) => globs.some((glob) => pathMeets(target, { glob, root }))) ?? null
}

function isSaid(expression: string, text: string | null): boolean {
  return text !== null && new RegExp(expression).test(text)
}

/** A file that is so already is not made so. Where its text is not known, what it would gain has to do. */
function isBecoming(expression: string, { subject, facts }: Omit<Judged, 'part'>): boolean {
  const { action } = subject
  if (action.kind !== 'write') return false
  const now = Object.hasOwn(facts.texts, action.path) ? (facts.texts[action.path] ?? '') : ''
  const then = action.edits === undefined || now === '' ? action.text : edited(now, action.edits)
  return isSaid(expression, then) && !isSaid(expression, now)
}
