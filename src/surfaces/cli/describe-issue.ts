import type * as z from 'zod'
import { nearest } from '#kit/nearest.ts'
import type { Flag } from './flags.ts'

export type Issue = {
  readonly verb: string
  readonly flag: Flag
  /** True where it may be given without its flag. */
  readonly isPositional: boolean
  /** As typed; undefined where nothing was. */
  readonly value: unknown
  readonly issue: z.core.$ZodIssue
}

/** What is wrong with what was typed, in a sentence for a person. */
export function describeIssue(asked: Issue): string {
  const { flag, isPositional, value, issue } = asked
  if (isMissing(asked)) return describeMissing(asked)
  const name = isPositional ? `The ${flag.field}` : `--${flag.name}`
  switch (issue.code) {
    case 'invalid_value': {
      const wrong = [value].flat().find((one) => !flag.choices.includes(String(one)))
      const meant = nearest(String(wrong), flag.choices)
      return meant === null
        ? `${name} is one of ${flag.choices.join(', ')}, and not ${JSON.stringify(wrong)}.`
        : `${name} is never ${JSON.stringify(wrong)}. Did you mean ${meant}?`
    }
    case 'invalid_type':
      return `${name} is a ${issue.expected === 'int' ? 'whole number' : issue.expected}, and not ${JSON.stringify(value)}.`
    case 'too_small':
      return `${name} is at least ${issue.minimum}${unitOf(issue.origin)}.`
    case 'too_big':
      return `${name} is at most ${issue.maximum}${unitOf(issue.origin)}.`
    default:
      return `${name}: ${issue.message}`
  }
}

function describeMissing({ verb, flag, isPositional, value }: Issue): string {
  if (value !== undefined && !isPositional) return `--${flag.name} is empty: ${lowered(flag.description)}`
  const what = isPositional ? `${/^[aeiou]/.test(flag.field) ? 'an' : 'a'} ${flag.field}` : `--${flag.name}`
  return flag.choices.length > 0
    ? `\`keel ${verb}\` needs ${what}, one of: ${flag.choices.join(', ')}.`
    : `\`keel ${verb}\` needs ${what}: ${lowered(flag.description)}`
}

/** Not given at all, or given as nothing. */
export function isMissing({ value, issue }: Pick<Issue, 'value' | 'issue'>): boolean {
  return (
    value === undefined || (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1)
  )
}

function unitOf(origin: string): string {
  return origin === 'string' ? ' characters long' : ''
}

function lowered(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
}
