import type { TermChange } from '#words/changed-terms.ts'
import type { Start } from './find-start.ts'

type OtherTerms = Pick<Start, 'kind'> & { readonly task: string; readonly changes: readonly TermChange[] }

/** What a task says otherwise of its proof than when it was begun, a sentence each; and how a person has that bind. None where it is the same. */
export function sayOtherTerms({ task, kind, changes }: OtherTerms): string[] {
  if (changes.length === 0) return []
  const when = `after it was ${BEGUN[kind]}`
  return [
    ...changes.map(
      (change) => `${sayChanged(change, when)}, and whoever works on a task does not decide what proves it.`,
    ),
    `If that is meant, a person at a terminal says so: keel task edit ${task} --renew-terms`,
  ]
}

/** How the work on a task began. */
export const BEGUN = { claim: 'claimed', 'first-commit': 'first committed' } as const

function sayChanged({ name, from, to }: TermChange, when: string): string {
  switch (name) {
    case 'check':
      return `Its check was changed ${when}, from ${quoted(from)} to ${quoted(to)}`
    case 'checks':
      return `What has to end well beside the tests was changed ${when}, from ${quoted(from)} to ${quoted(to)}`
    case 'changes_tests':
      return `\`changes_tests\` was set ${when}`
    case 'loop.test':
      return `What proves the project was ${quoted(from)}, and was changed ${when}, to ${quoted(to)}`
  }
}

function quoted(command: string | null): string {
  return command === null ? 'none' : `\`${command}\``
}
