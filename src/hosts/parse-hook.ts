import { isAbsolute, resolve } from 'node:path'
import type { Action, Caller } from '#words/action.ts'
import type { HookCall } from '#words/hook-call.ts'
import type { ParsedHook, Question } from './hook-dialect.ts'

/** What the hosts' questions differ in. They share the rest: one JSON object, the same names for the same things. */
export type HookTongue = {
  readonly moments: Readonly<Record<string, HookCall['moment']>>
  readonly tools: Readonly<Record<string, ReadTool>>
  /** The agent's last words at the end of a turn: a text, or nothing. */
  readonly lastWords: (fields: Fields) => unknown
  readonly callerOf: (fields: Fields) => Caller
}

/** What a call of a tool would do; null where its fields make no sense. */
export type ReadTool = (input: Fields, cwd: string) => readonly Action[] | null

export type Fields = Readonly<Record<string, unknown>>

export function parseHook(payload: string, tongue: HookTongue): ParsedHook {
  const fields = fieldsFrom(payload)
  if (fields === null) return unreadable('the question is no JSON object', null)
  const event = textIn(fields, 'hook_event_name')
  if (event === null) return unreadable('the question names no event', null)
  const moment = ownEntry(tongue.moments, event) ?? 'other'
  const question = { event, moment, sentBack: fields['stop_hook_active'] === true }
  const cwd = textIn(fields, 'cwd')
  if (moment !== 'other' && (cwd === null || !isAbsolute(cwd)))
    return unreadable(`${event} names no working directory`, question)
  const actions = actionsOf({ fields, question, tongue, cwd: cwd ?? '' })
  if (actions.kind === 'unreadable') return actions
  return {
    kind: 'call',
    call: {
      ...question,
      session: textIn(fields, 'session_id') ?? '',
      cwd: cwd ?? '',
      call: textIn(fields, 'tool_use_id'),
      caller: tongue.callerOf(fields),
      actions: actions.actions,
    },
  }
}

/** A string that is not empty. */
export function textIn(fields: Fields, name: string): string | null {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The absolute path, whichever way it was spelled; null for what no system would take for a path. */
export function pathFrom(cwd: string, spelled: unknown): string | null {
  const isPath = typeof spelled === 'string' && spelled !== '' && !spelled.includes('\0')
  return isPath ? resolve(cwd, spelled) : null
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldsFrom(payload: string): Fields | null {
  try {
    const value: unknown = JSON.parse(payload)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

type Unreadable = Extract<ParsedHook, { kind: 'unreadable' }>

function unreadable(because: string, question: Question | null): Unreadable {
  return { kind: 'unreadable', because, question }
}

type Asked = {
  readonly fields: Fields
  readonly question: Question
  readonly tongue: HookTongue
  readonly cwd: string
}

type Actions = { readonly kind: 'actions'; readonly actions: readonly Action[] } | Unreadable

function actionsOf({ fields, question, tongue, cwd }: Asked): Actions {
  switch (question.moment) {
    case 'other':
      return { kind: 'actions', actions: [] }
    case 'finish': {
      // An agent that said nothing claims nothing.
      const says = tongue.lastWords(fields) ?? ''
      return typeof says === 'string'
        ? { kind: 'actions', actions: [{ kind: 'finish', says }] }
        : unreadable(`the last words of ${question.event} are no text`, question)
    }
    case 'before':
    case 'after':
      return toolActions({ fields, question, tongue, cwd })
  }
}

function toolActions({ fields, question, tongue, cwd }: Asked): Actions {
  const tool = textIn(fields, 'tool_name')
  if (tool === null) return unreadable(`${question.event} names no tool`, question)
  const input = fields['tool_input']
  const read = ownEntry(tongue.tools, tool)
  if (read === null) return { kind: 'actions', actions: [{ kind: 'call', tool, input, cwd }] }
  const actions = isFields(input) ? read(input, cwd) : null
  return actions === null
    ? unreadable(`the input of ${tool} is not as keel knows it`, question)
    : { kind: 'actions', actions }
}

/** A table is not asked for what every object has, such as `constructor`. */
function ownEntry<Value>(table: Readonly<Record<string, Value>>, name: string): Value | null {
  return Object.hasOwn(table, name) ? (table[name] ?? null) : null
}
