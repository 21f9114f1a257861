import type { Tampering } from '#words/evidence.ts'
import type { ChangedText } from '../text/changed-text.ts'
import { lineOf } from './line-of.ts'
import { isPipeline, NO_PIPELINE, type Pipeline, readPipeline } from './read-pipeline.ts'
import { ignoringIn, RUNNER, weakenedBy } from './weakened-by.ts'

/** Tests that a server ran after every change, and now does not, or whose failure it now lets pass. */
export function comparePipelines(changes: readonly ChangedText[]): Tampering[] {
  const pairs = changes
    .filter(({ path }) => isPipeline(path))
    .map(({ path, before, after }) => ({ path, after, was: read(before), is: read(after) }))
  // What moved from one file to another is still there.
  const counted = new Set(pairs.flatMap(({ is }) => is.counted.filter((line) => ignoringIn(line) === null)))
  return pairs.flatMap(({ path, after, was, is }) => {
    const gone = was.counted.filter((line) => ignoringIn(line) === null && !counted.has(line))
    const added = [...is.counted, ...is.uncounted].filter((line) => !was.counted.includes(line))
    return gone.flatMap((line) => {
      const [why, replacement] = whatBecame(line, { added, is })
      if (why === null) return []
      return [{ kind: 'command-changed', path, line: lineOf(after, replacement), text: why } as const]
    })
  })
}

function read(text: string | null): Pipeline {
  return text === null ? NO_PIPELINE : readPipeline(text)
}

type Now = { readonly added: readonly string[]; readonly is: Pipeline }

/** Why a command proves less than it did, and the line in its place; null where it may be as good as before. */
function whatBecame(line: string, { added, is }: Now): [string | null, string] {
  if (is.uncounted.includes(line)) return [`In CI a failure of \`${line}\` does not count any more.`, line]
  const replacement = added.find((other) => runnerOf(other) === runnerOf(line)) ?? added[0]
  if (replacement === undefined) {
    const isLast = is.counted.length === 0
    return [isLast ? `CI ran tests with \`${line}\`, and runs none now.` : null, '']
  }
  const why = is.uncounted.includes(replacement)
    ? 'its failure does not count'
    : weakenedBy(plain(line), plain(replacement))
  return [
    why === null ? null : `In CI \`${replacement}\` proves less than \`${line}\` did: ${why}.`,
    replacement,
  ]
}

/** What the server fills in says nothing here. */
function plain(line: string): string {
  return line.replaceAll(/\$\{\{[^}]*\}\}/g, '')
}

function runnerOf(line: string): string {
  return RUNNER.exec(line)?.[0] ?? ''
}
