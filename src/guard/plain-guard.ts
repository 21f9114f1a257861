import type { Guard } from '#words/guard.ts'
import { guardRules } from './guard-rules.ts'
import { plainYaml } from './plain-yaml.ts'

/**
 * A guard whose file is plain and right in every respect; null for any other, of which a parser and a schema have to say
 * what it is. Most guards are plain, and the hook reads them before every action of an agent.
 */
export function plainGuard(text: string): Guard | null {
  const read = plainYaml(text)
  return read.kind === 'read' && isGuard(read.value) ? read.value : null
}

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string' && value !== ''
const text =
  (...rules: readonly ((text: string) => boolean)[]): Check =>
  (value) =>
    typeof value === 'string' && value !== '' && rules.every((rule) => rule(value))
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every(check)

const isExpression = text(guardRules.isExpression, guardRules.isBounded)
const isAction: Check = (value) =>
  typeof value === 'string' && ['read', 'write', 'remove', 'run', 'call', 'finish'].includes(value)

const PART: Readonly<Record<string, Check>> = {
  action: list(isAction),
  paths: list(text(guardRules.isInside, guardRules.isPlain)),
  says: isExpression,
  becomes: isExpression,
  sets: (value) => isFields(value) && Object.entries(value).flat().every(text(guardRules.isField)),
}

const GUARD: Readonly<Record<string, Check>> = {
  name: text(guardRules.isName),
  summary: isText,
  match: list(
    (value) => isFields(value) && holds(value, PART) && 'action' in value && Object.keys(value).length > 1,
  ),
  unless: (value) => value === 'evidence',
  reason: isText,
}

function isGuard(value: unknown): value is Guard {
  const needed = ['name', 'summary', 'match', 'reason']
  return isFields(value) && needed.every((key) => Object.hasOwn(value, key)) && holds(value, GUARD)
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every key is known, and its value is as it has to be. */
function holds(fields: Record<string, unknown>, checks: Readonly<Record<string, Check>>): boolean {
  return Object.entries(fields).every(
    ([key, value]) => Object.hasOwn(checks, key) && checks[key]?.(value) === true,
  )
}
