import { join } from 'node:path'
import { readIfThere } from '#kit/files.ts'
import { readPackageFile } from '#kit/package-file.ts'

export type Runloop = { readonly source: 'project' | 'shipped' | 'built-in'; readonly text: string }

/** The loop's prompt: the project's own, else the one that ships with keel, else the few lines below. */
export function findRunloop(root: string, readShipped: (path: string) => string = readPackageFile): Runloop {
  const own = readIfThere(join(root, '.keel', 'runloop.md'))?.toString('utf8') ?? ''
  if (own.trim() !== '') return { source: 'project', text: own }
  try {
    return { source: 'shipped', text: readShipped('templates/runloop.md') }
  } catch {
    return { source: 'built-in', text: BUILT_IN }
  }
}

/** For an installation that lost its templates: a loop without a prompt would be worse than a short one. */
const BUILT_IN = `# Run loop

Work on the one task you were given. Understand it, search before you write, implement the smallest whole change,
run its check and read the output, then name the evidence for each acceptance criterion. Never weaken a test.
End with \`<stuck>reason</stuck>\` alone on the last line when you cannot go on, or with
\`<promise>COMPLETE</promise>\` when no ready task is left and every check is green.
`
