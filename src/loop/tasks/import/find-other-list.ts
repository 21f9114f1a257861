import { titleWords } from '../title-words.ts'
import type { TaskDraft } from './contract.ts'
import { WHOLE } from './contract.ts'
import { isRenamed, type Known, type KnownTasks, knownAs } from './known-tasks.ts'
import { type ListName, listsOf, sourcePrefix } from './origin.ts'

/** A list that has the names of another, which was imported from the same file before. */
export type OtherList = {
  readonly path: string
  readonly prefix: string
  /** What it can be imported as. */
  readonly list: string
  /** What is another task there by now. */
  readonly tasks: readonly {
    readonly key: string
    readonly id: string
    readonly title: string
    /** What it is called there. */
    readonly there: string
  }[]
}

type Source = ListName & {
  readonly prefix: string
  readonly formerly: string | null
  readonly drafts: readonly TaskDraft[]
}

/**
 * Tools number their tasks from one in each list, and put the next list into the same file. By their names alone, new work would be taken
 * for old, and be done where the old is. Null where it is the list that was imported.
 */
export function findOtherList(source: Source, before: KnownTasks): OtherList | null {
  const tasks = renamedIn(source, before)
  if (tasks.length === 0) return null
  const { path, prefix } = source
  return { path, prefix, list: nameFor(source, before), tasks }
}

/** All that are others by now, where that makes it another list; else none. */
function renamedIn(source: Source, before: KnownTasks): OtherList['tasks'] {
  const pairs = source.drafts.flatMap((draft) => {
    const known = draft.key.endsWith(WHOLE) ? undefined : knownAs(draft, { source, before })
    return known === undefined ? [] : [{ draft, known }]
  })
  const others = pairs.filter(({ draft, known }) => isOther(known, draft))
  const isUndone = others.some(({ draft, known }) => known.head.status === 'done' && draft.status !== 'done')
  const areMost = others.length > 1 && others.length > pairs.length / 2
  if (!isUndone && !areMost) return []
  return others.map(({ draft: { key, title }, known: { head } }) => ({
    key,
    id: head.id,
    title: head.title,
    there: title,
  }))
}

/** A title that was mended has most of its words still. */
function isOther(known: Known, draft: TaskDraft): boolean {
  if (!isRenamed(known, draft)) return false
  const old = titleWords(known.head.title)
  const fresh = titleWords(draft.title)
  const same = [...fresh].filter((word) => old.has(word)).length
  return same < Math.max(old.size, fresh.size) / 2
}

/** The one that it was imported as before, else the next number. */
function nameFor(source: Source, before: KnownTasks): string {
  const known = listsOf(source, before.keys())
  const as = (list: string) => ({
    ...source,
    list,
    prefix: sourcePrefix({ ...source, list }),
    formerly: null,
  })
  const fits = known.find((list) => renamedIn(as(list), before).length === 0)
  if (fits !== undefined) return fits
  let number = 2
  while (known.includes(String(number))) number++
  return String(number)
}
