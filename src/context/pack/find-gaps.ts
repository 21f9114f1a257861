import { groupBy } from '#kit/group-by.ts'
import type { Assembled } from './assemble.ts'
import type { Fitted } from './fit/fit-files.ts'
import type { PackQuestion } from './pack-question.ts'
import type { Grounds } from './task/find-unknown.ts'

export type GapRequest = {
  readonly assembled: Assembled
  /** Null where every file that is named and may be shown is taken to be in. */
  readonly fitted: Fitted | null
  readonly question: PackQuestion
}

/** What a pack should have and has not, in sentences: whoever reads it should not think that it is all there is. */
export function findGaps({
  assembled: { view, files, unshown, grounds, unheard },
  fitted,
  question,
}: GapRequest): string[] {
  const shown = fitted === null ? files.filter(({ isNamed }) => isNamed) : fitted.files
  const packed = new Set(shown.map(({ path }) => path))
  const leftOut = new Map(view.leftOut.map(({ path, why }) => [path, why]))
  const known = new Set(view.graph.paths)
  const whyNot = (path: string) => {
    const why = leftOut.get(path)
    if (why !== undefined) return `it is ${why}`
    if (!known.has(path)) return 'there is no such file'
    if (!question.mayShow(path)) return 'this role may not see it'
    return unshown.includes(path)
      ? 'it is empty, a link, or keel’s own'
      : 'there was no room, not even for a line'
  }
  const named = [
    ...question.targets,
    ...unshown,
    ...files.filter(({ isNamed }) => isNamed).map(({ path }) => path),
  ]
  const missing = [...new Set(named)].filter((path) => !packed.has(path))
  return [
    ...notFound(grounds),
    ...(unheard === null ? [] : [unheard]),
    ...sayMissing(missing, whyNot),
    ...(files.length === 0 && grounds.unknown.length === 0
      ? ['No file here shares a word with the task.']
      : []),
  ]
}

/** Once for each reason. */
export function sayMissing(paths: readonly string[], whyNot: (path: string) => string): string[] {
  return [...groupBy(paths, whyNot)].map(([why, some]) => `${sayNamed(some)}, and not in: ${why}.`)
}

/** A task may be a list of all files of a repository. Whatever they are called, there is room for why they are not in. */
function sayNamed(paths: readonly string[]): string {
  const shown: string[] = []
  let length = 0
  for (const path of paths.slice(0, PATHS_MAX)) {
    length += path.length
    if (shown.length > 0 && length > CHARACTERS_MAX) break
    shown.push(path.length > CHARACTERS_MAX ? `…${path.slice(-CHARACTERS_MAX)}` : path)
  }
  const more = paths.length > shown.length ? ` and ${paths.length - shown.length} more` : ''
  return `${shown.join(', ')}${more} ${paths.length === 1 ? 'is' : 'are'} named`
}

const PATHS_MAX = 8
const CHARACTERS_MAX = 240

/** Whoever looks for what somebody made up should hear it first. */
function notFound({ unknown, support }: Grounds): string[] {
  if (unknown.length === 0) return []
  const names = unknown.slice(0, NAMES_MAX).join(', ')
  const more = unknown.length > NAMES_MAX ? ` and ${unknown.length - NAMES_MAX} more` : ''
  const sentence = `Not found here: ${names}${more}.`
  switch (support) {
    case 'named':
    case 'words':
      return [sentence]
    case 'doubtful':
      return [
        `${sentence} Nothing that the task names is here: what follows stands on its other words alone.`,
      ]
    case 'none':
      return [`${sentence} Nothing else of the task is here either.`]
  }
}

const NAMES_MAX = 8
