import type { Action } from '#words/action.ts'
import type { Decision } from '#words/decision.ts'
import type { Guard, GuardFacts } from '#words/guard.ts'
import { matches } from './matches.ts'
import { type Subject, subjectOf, withFacts } from './subject-of.ts'
import type { Target } from './target.ts'

export type Evaluation = {
  readonly actions: readonly Action[]
  readonly guards: readonly Guard[]
  readonly facts: GuardFacts
}

/**
 * The walk: every guard looks at every action, and the first that speaks against one has the word. All that is known is
 * handed in and nothing is looked up, so that any action of the past can be judged by the guards of today.
 */
export function evaluate({ actions, guards, facts }: Evaluation): Decision {
  const subjects = actions.map((action) => withFacts(subjectOf(action), facts))
  for (const guard of guards) {
    if (isLifted(guard, facts)) continue
    for (const subject of subjects) {
      const objection = objectionOf(guard, { subject, facts })
      if (objection !== null) return objection
    }
  }
  return { kind: 'allow' }
}

function isLifted({ unless }: Guard, { evidence }: GuardFacts): boolean {
  return unless === 'evidence' && evidence === 'fresh'
}

function objectionOf(
  { name, match, reason, unless }: Guard,
  { subject, facts }: { subject: Subject; facts: GuardFacts },
): Decision | null {
  for (const part of match) {
    const matched = matches({ subject, part, facts })
    if (matched.kind === 'none') continue
    const why = [reason.trim(), unless === undefined ? '' : lackOf(facts), aboutOf(matched.target, facts)]
    return {
      kind: 'deny',
      guard: name,
      reason: why.filter((sentence) => sentence !== '').join(' '),
      action: subject.action,
    }
  }
  return null
}

function lackOf({ evidence }: GuardFacts): string {
  switch (evidence) {
    case 'fresh':
      return ''
    case 'stale':
      return 'keel has evidence, but of another tree than the one that lies here now.'
    case 'none':
      return 'keel has no evidence at all yet.'
  }
}

/** Which of several words of a command it is about, an agent may not see at once. */
function aboutOf(target: Target | null, { root }: GuardFacts): string {
  if (target?.kind !== 'path') return ''
  const isInside = target.path.startsWith(`${root}/`)
  return `(${isInside ? target.path.slice(root.length + 1) : target.path})`
}
