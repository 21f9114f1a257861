import type { Evidence } from '#words/evidence.ts'

type Suspected = Pick<Evidence, 'tampering'> & { readonly task: string; readonly mayChangeTests: boolean }

/**
 * How a person says that a task is about tests, where some were made to say less; null where that is not it. Tests are the work of
 * some tasks. Only a person may say so: for whoever works on one it would be the easiest way out.
 */
export function ifAboutTests({ tampering, task, mayChangeTests }: Suspected): string | null {
  const isOfTests = tampering.some(({ kind }) => kind !== 'command-changed' && kind !== 'unseen')
  return isOfTests && !mayChangeTests
    ? `If the task is about tests, a person at a terminal says so: keel task edit ${task} --changes-tests`
    : null
}
