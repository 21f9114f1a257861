import type { TermChange } from '#words/changed-terms.ts'
import type { Start } from './find-start.ts'

type OtherTerms = Pick<Start, 'kind'> & { readonly task: string; readonly changes: readonly TermChange[] }

/** What a task says otherwise of its proof than when it was begun, a sentence each; and how a person has that bind. None where it is the same. */
export function sayOtherTerms({ task, kind, changes }: OtherTerms): string[] {
  if (changes.length === 0) return []
  return [
    ...changes.map(
      (change) => `${sayChanged(change, kind)}, and whoever works on a task does not decide what proves it.`,
    ),
    `If that is meant, a person at a terminal says so: keel task edit ${task} --renew-terms`,
  ]
}

/** How the work on a task began. */
export const BEGUN = { claim: 'claimed', 'first-commit': 'first committed' } as const

function sayChanged({ name, from, to }: TermChange, kind: OtherTerms['kind']): string {
  const when = `after it was ${BEGUN[kind]}`
  switch (name) {
    case 'check':
      return `Its check was changed ${when}, from ${quoted(from)} to ${quoted(to)}`
    case 'checks':
      return `What has to end well beside the tests was changed ${when}, from ${quoted(from)} to ${quoted(to)}`
    case 'changes_tests':
      return `\`changes_tests\` was set ${when}`
    case 'environment':
      return `The tests were run with ${to} in the environment, which was ${from ?? 'not there'} when it was ${BEGUN[kind]} (unset it, and verify again)`
    case 'loop.test':
      return `What proves the project was ${quoted(from)}, and was changed ${when}, to ${quoted(to)}`
  }
}

function quoted(command: string | null): string {
  return command === null ? 'none' : `\`${command}\``
}
