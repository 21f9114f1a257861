import type { GuardFacts, GuardMatch } from '#words/guard.ts'
import { edited } from './edited.ts'
import { pathMeets } from './path-meets.ts'
import { saysItWrites } from './says-it-writes.ts'
import { setsFields } from './sets-fields.ts'
import type { Subject } from './subject-of.ts'
import type { Target } from './target.ts'

/** Whether one part of a guard speaks of an action, and of which of its targets. */
export function matches({ subject, part, facts }: Judged): Matched {
  const isSpokenOf =
    part.action.includes(subject.action.kind) &&
    (part.says === undefined || isSaid(part.says, subject.text)) &&
    (part.becomes === undefined || isBecoming(part.becomes, { subject, facts }))
  if (!isSpokenOf) return { kind: 'none' }
  const { paths, sets } = part
  if (paths === undefined)
    return sets === undefined || setsFields(sets, { action: subject.action, target: null, facts })
      ? { kind: 'match', target: null }
      : { kind: 'none' }
  const target = subject.targets.find(
    (one) =>
      paths.some((glob) => pathMeets(one, { glob, root: facts.root })) &&
      (one.ifSaid === undefined || saysItWrites(one.ifSaid)) &&
      (sets === undefined || setsFields(sets, { action: subject.action, target: one, facts })),
  )
  return target === undefined ? { kind: 'none' } : { kind: 'match', target }
}

export type Judged = { readonly subject: Subject; readonly part: GuardMatch; readonly facts: GuardFacts }

export type Matched = { readonly kind: 'match'; readonly target: Target | null } | { readonly kind: 'none' }

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
