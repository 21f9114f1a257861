import type { Denial } from '#words/decision.ts'
import type { Question } from './hook-dialect.ts'

/**
 * One line that names the guard and what to do instead. Never empty, because some hosts take a denial without a reason
 * for none, and without characters that could pass for something else than text.
 */
export function denialText({ guard, reason }: Denial, question: Question | null): string {
  const late =
    question?.moment === 'after' ? 'this has already happened and was not undone, mend it now: ' : ''
  const who = guard === 'keel' ? 'keel' : `keel (${guard})`
  const line = `${who}: ${late}${reason}`.replaceAll(unseen(), ' ').replaceAll(/\s+/g, ' ').trim()
  return line.length > LENGTH_MAX ? `${line.slice(0, LENGTH_MAX)}…` : line
}

const LENGTH_MAX = 2000

/**
 * Control, format and private characters, among them those that turn the direction of writing. Made when it is needed:
 * these classes take longer to look up than to answer a question takes.
 */
function unseen(): RegExp {
  return /[\p{C}\p{Zl}\p{Zp}]/gu
}
