import type { Aside, Remark } from '#words/entry.ts'
import type { Leaving } from './put-aside.ts'

/** What a person should know of work that was put aside, or could not be. */
export function asideRemarks(leaving: Leaving): Remark[] {
  switch (leaving.kind) {
    case 'as-it-was':
      return []
    case 'put-aside':
      return [{ kind: 'put-aside', text: describeAside(leaving.aside) }]
    case 'left': {
      const kept = leaving.aside === null ? '' : ` ${describeAside(leaving.aside)}`
      return [{ kind: 'work-left', text: `The tree was not put back. ${leaving.because}${kept}` }]
    }
  }
}

/** Where work is kept, and how to look at it and get it back. */
export function describeAside({ ref, commits }: Aside): string {
  const own =
    commits.length === 0
      ? ''
      : ` Commits of the agent’s own: ${commits.map((one) => `\`git log ${one}\``).join(', ')}.`
  return `What was done is kept at ${ref}. To look at it: \`git show ${ref}\`. To get it back: \`git cherry-pick --no-commit ${ref}\`.${own}`
}
