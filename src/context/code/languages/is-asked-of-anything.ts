import type { Reference } from '../tags.ts'

/** Whether it is a call of what every object answers to: it says nothing of a type that answers in its own way. */
export function isAskedOfAnything({ name, kind }: Pick<Reference, 'name' | 'kind'>): boolean {
  return kind === 'call' && ANSWERED.has(name)
}

/** In Java and its relatives, in C#, and in Ruby. */
const ANSWERED = new Set([
  ...['toString', 'equals', 'hashCode', 'getClass'],
  ...['ToString', 'Equals', 'GetHashCode', 'GetType'],
  ...['to_s', 'inspect', 'class', 'nil?', 'is_a?', 'kind_of?', 'respond_to?', 'frozen?', 'freeze'],
])
