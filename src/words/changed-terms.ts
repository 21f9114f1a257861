import type { Entry, TaskTerms } from './entry.ts'

/** One thing that the terms of a task say otherwise than before. */
export type TermChange = {
  /** By the name that a person knows it by: a field of the task, or what proves the project. */
  readonly name: 'check' | 'checks' | 'changes_tests' | 'loop.test' | 'environment'
  /** Null where nothing was said. */
  readonly from: string | null
  readonly to: string | null
}

/** What proves a task by one set of terms and not by another. Nothing is held against a record that does not say which tests and checks there were. */
export function changedTerms(from: TaskTerms, to: TaskTerms): TermChange[] {
  const all: TermChange[] = [
    { name: 'check', from: from.check, to: to.check },
    ...changedChecks(from, to),
    { name: 'changes_tests', from: String(from.changesTests), to: String(to.changesTests) },
    { name: 'loop.test', from: from.test ?? null, to: to.test ?? null },
    ...changedEnvironment(from, to),
  ]
  return all.filter((one) => one.from !== one.to && !(one.name === 'loop.test' && from.test == null))
}

/** Who asks for more of them has taken none away. */
function changedChecks({ checks: had = [] }: TaskTerms, { checks: has = [] }: TaskTerms): TermChange[] {
  const isKept = (one: string) => has.some((other) => other === one || other.startsWith(`${one}: `))
  return had.every(isKept) ? [] : [{ name: 'checks', from: listed(had), to: listed(has) }]
}

/** What is set no more decides nothing. */
function changedEnvironment(
  { environment: had }: TaskTerms,
  { environment: has = [] }: TaskTerms,
): TermChange[] {
  const added = had === undefined ? [] : has.filter((one) => !had.includes(one))
  return added.length === 0 ? [] : [{ name: 'environment', from: listed(had ?? []), to: listed(has) }]
}

function listed(checks: readonly string[]): string | null {
  return checks.length === 0 ? null : checks.join(', ')
}

/** `check: none -> npm run cart` */
export function sayTermChange({ name, from, to }: TermChange): string {
  return `${name}: ${from ?? 'none'} -> ${to ?? 'none'}`
}

/** What a person has said of the proof of a task, in a line. */
export function sayRenewal({ from, to, by }: Renewal): string {
  return `other terms, ${by}: ${changedTerms(from, to).map(sayTermChange).join('; ')}`
}

type Renewal = Pick<Extract<Entry, { readonly kind: 'terms-renewed' }>, 'from' | 'to' | 'by'>
