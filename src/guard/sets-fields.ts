import type { Action } from '#words/action.ts'
import type { GuardFacts } from '#words/guard.ts'
import { edited } from './edited.ts'
import { frontField } from './front-field.ts'
import type { Content, Target } from './target.ts'

export type Setting = {
  readonly action: Action
  /** What is written to, where a command or a tool does it. */
  readonly target: Target | null
  readonly facts: GuardFacts
}

/** Whether an action could give a file such fields, which it does not have yet. */
export function setsFields(fields: Readonly<Record<string, string>>, setting: Setting): boolean {
  const { action, target, facts } = setting
  const path = action.kind === 'write' ? action.path : target?.kind === 'path' ? target.path : ''
  const now = textAt(path, facts)
  const content = contentOf(setting, now)
  return Object.entries(fields).every(([name, value]) => {
    const before = now === null ? null : frontField(now, name)
    if (before?.kind === 'value' && before.value === value) return false
    return mayHold(content, { name, value, facts })
  })
}

function textAt(path: string, { texts }: GuardFacts): string | null {
  return Object.hasOwn(texts, path) ? (texts[path] ?? null) : null
}

const UNSEEN: Content = { kind: 'unknown' }

function contentOf({ action, target }: Setting, now: string | null): Content {
  if (action.kind === 'write') {
    if (action.text === null) return UNSEEN
    const isPart = action.edits !== undefined && now !== null && now !== ''
    return { kind: 'text', text: isPart ? edited(now, action.edits ?? []) : action.text }
  }
  return target?.kind === 'path' ? target.content : UNSEEN
}

type Wanted = { readonly name: string; readonly value: string; readonly facts: GuardFacts }

function mayHold(content: Content, { name, value, facts }: Wanted): boolean {
  switch (content.kind) {
    case 'kept':
      return false
    case 'text': {
      const field = frontField(content.text, name)
      return field.kind === 'unclear' || (field.kind === 'value' && field.value === value)
    }
    case 'edited':
      return content.pieces.some((piece) => mayPart(piece.toLowerCase(), value))
    case 'copied': {
      const text = textAt(content.path, facts)
      return text === null || mayHold({ kind: 'text', text }, { name, value, facts })
    }
    case 'unknown':
      return true
  }
}

/** Whether a piece could be the value, or help to spell it. */
function mayPart(piece: string, value: string): boolean {
  return piece.includes(value) || [...piece].every((letter) => value.includes(letter))
}
