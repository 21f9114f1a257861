import { type Task, type TaskHead, taskSchema } from '#words/task.ts'
import { findCycles } from '../find-cycles.ts'
import { newTaskId } from '../new-task-id.ts'
import { tableOfPlanned } from '../table-of.ts'
import type { TaskTable } from '../task-table.ts'
import { checkDrafts, soundIn, spreadWaits } from './check-drafts.ts'
import type { NotUnderstood, TaskDraft } from './contract.ts'
import { findOtherList, type OtherList } from './find-other-list.ts'
import { type Known, knownAs, originsOf } from './known-tasks.ts'
import { changedSince, composeOrigin, type ListName, parseOrigin, sourceOf } from './origin.ts'
import { waitThrough } from './wait-through.ts'

/** What was read of one file. */
export type DraftSource = ListName & {
  /** What the origins of its tasks begin with. */
  readonly prefix: string
  /** What they began with before lists had names; null where they never were without. */
  readonly formerly: string | null
  readonly drafts: readonly TaskDraft[]
  readonly notUnderstood: readonly NotUnderstood[]
  /** Whether who waits for whom is told by the order of the list. */
  readonly isInOrder?: boolean
}

export type ImportPlan =
  | {
      readonly kind: 'planned'
      /** What is new, each after all that it names. */
      readonly tasks: readonly Task[]
      /** What was imported before, and is there now as it was then. */
      readonly known: readonly KnownTask[]
      /** What was imported before and was changed there since. It stays as it is here. */
      readonly changed: readonly (KnownTask & { readonly fields: readonly string[] })[]
      /** What was imported before and is no longer there. */
      readonly gone: readonly KnownTask[]
      /** Files in which another list stands than the one that was imported. Nothing of these is added. */
      readonly others: readonly OtherList[]
    }
  /** Nothing of it can be imported: a sentence for each reason. */
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }

export type KnownTask = { readonly id: string; readonly title: string; readonly key: string }

export type ImportRequest = {
  readonly sources: readonly DraftSource[]
  readonly table: TaskTable
  /** The task that all of it becomes a part of. */
  readonly parent: string | null
  readonly now: Date
}

/** What would become of drafts among the tasks that are there. Nothing is written. */
export function planImport({ sources: read, table, parent, now }: ImportRequest): ImportPlan {
  const reasons = read.flatMap(({ path, drafts }) =>
    checkDrafts(drafts).map((reason) => `${path}: ${reason}`),
  )
  // Circles are looked for all the same: whoever mends a list wants to hear of everything at once.
  const sources = read.map((source) => ({ ...source, drafts: soundIn(source.drafts) }))
  const heads = table.ids.flatMap((_, place) => table.headOf(place) ?? [])
  const before = originsOf(heads)
  const made: Made = { tasks: [], known: [], changed: [] }
  const ids = startIds(table)
  const others = sources.flatMap((source) => findOtherList(source, before) ?? [])
  const same = sources.filter(({ prefix }) => !others.some((other) => other.prefix === prefix))
  for (const source of same) addSource(source, { made, before, ids, parent, now })
  const { tasks, ...found } = made
  const wrong = [...reasons, ...circlesIn([...heads, ...tasks], { sources, tasks })]
  if (wrong.length > 0) return { kind: 'refused', reasons: wrong }
  return { kind: 'planned', tasks: inOrderOfNames(tasks), ...found, gone: goneFrom(same, before), others }
}

type Made = {
  readonly tasks: Task[]
  readonly known: KnownTask[]
  readonly changed: (KnownTask & { readonly fields: readonly string[] })[]
}

type Adding = Pick<ImportRequest, 'parent' | 'now'> & {
  readonly made: Made
  readonly before: ReadonlyMap<string, Known>
  readonly ids: { readonly choose: (parent: string | null) => string }
}

/** What is there already keeps its id, and what is new names it by that. */
function addSource(source: DraftSource, { made, before, ids, parent, now }: Adding): void {
  const { drafts } = source
  const idOf = new Map<string, string>()
  for (const draft of inOrderOfParents(drafts)) {
    const there = knownAs(draft, { source, before })
    const above = draft.parent === null ? parent : (idOf.get(draft.parent) ?? null)
    idOf.set(draft.key, there?.head.id ?? ids.choose(above))
  }
  const named = spreadWaits(drafts)
  const waits = source.isInOrder === true ? waitThrough(drafts, named) : named
  for (const draft of drafts) {
    const there = knownAs(draft, { source, before })
    const created = new Date(now.getTime() + made.tasks.length)
    if (there === undefined) made.tasks.push(toTask(draft, { source, idOf, waits, parent, now: created }))
    else sortOut(draft, { there, made })
  }
}

function startIds(table: TaskTable) {
  const chosen = new Set<string>()
  const isTaken = (id: string) => chosen.has(id) || table.placeOf(id) !== undefined
  return {
    choose: (parent: string | null) => {
      // A name of a file has an end, however deep a list goes.
      const prefix = parent !== null && parent.length > PARENT_MAX ? null : parent
      const id = newTaskId({ parent: prefix, count: table.ids.length, isTaken })
      chosen.add(id)
      return id
    },
  }
}

const PARENT_MAX = 100

/** What is above comes first: an id begins with that of the parent. */
function inOrderOfParents(drafts: readonly TaskDraft[]): TaskDraft[] {
  const byKey = new Map(drafts.map((draft) => [draft.key, draft]))
  return [...reach(drafts, ({ parent }) => (parent === null ? [] : [byKey.get(parent)]))]
}

/** What a file names is written before it, so that whoever is killed in between leaves no name that nobody has. */
function inOrderOfNames(tasks: readonly Task[]): Task[] {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  return [
    ...reach(tasks, ({ parent, depends_on }) => [parent, ...depends_on].map((id) => byId.get(id ?? ''))),
  ]
}

/** Each once, after all that it leads to, without calls within calls: a chain may be as long as the list. */
function reach<Value>(
  all: readonly Value[],
  ahead: (value: Value) => readonly (Value | undefined)[],
): Set<Value> {
  const done = new Set<Value>()
  const entered = new Set<Value>()
  for (const start of all) {
    const path = [start]
    for (let value = path.at(-1); value !== undefined; value = path.at(-1)) {
      const next = entered.has(value)
        ? []
        : ahead(value).filter((one) => one !== undefined && !entered.has(one))
      entered.add(value)
      if (next.length > 0) path.push(...(next as Value[]).reverse())
      else {
        path.pop()
        done.add(value)
      }
    }
  }
  return done
}

type Making = {
  readonly source: DraftSource
  readonly idOf: ReadonlyMap<string, string>
  readonly waits: ReadonlyMap<string, readonly string[]>
  readonly parent: string | null
  readonly now: Date
}

function toTask(draft: TaskDraft, { source, idOf, waits, parent, now }: Making): Task {
  const { description, key, line: _, dependsOn: __, ...said } = draft
  const head = taskSchema.parse({
    ...said,
    id: idOf.get(key),
    parent: draft.parent === null ? parent : (idOf.get(draft.parent) ?? null),
    depends_on: (waits.get(key) ?? []).flatMap((one) => idOf.get(one) ?? []),
    origin: composeOrigin({ prefix: source.prefix, draft }),
    // A moment later each, so that those that are equally urgent come up in the order in which they were written.
    created: now.toISOString(),
  })
  return { ...head, description }
}

function sortOut(
  draft: TaskDraft,
  { there: { head, fingerprint }, made }: { there: Known; made: Made },
): void {
  const task = { id: head.id, title: head.title, key: draft.key }
  const fields = fingerprint === null ? null : changedSince(fingerprint, draft)
  if (fields === null) made.known.push(task)
  else made.changed.push({ ...task, fields })
}

function circlesIn(
  heads: readonly TaskHead[],
  { sources, tasks }: { sources: readonly DraftSource[]; tasks: readonly Task[] },
): string[] {
  const names = new Map(tasks.map(({ id, origin }) => [id, parseOrigin(origin ?? '').source]))
  const short = (id: string) => {
    const source = names.get(id)
    const prefix = sources.find((one) => source?.startsWith(one.prefix))?.prefix ?? ''
    return source?.slice(prefix.length) ?? id
  }
  return findCycles(tableOfPlanned(heads))
    .filter((cycle) => cycle.some((id) => names.has(id)))
    .map((cycle) => circleText(cycle.map(short)))
}

/** From the first by name on: ids are by chance, and the same file shall be refused in the same words. */
function circleText(keys: readonly string[]): string {
  const first = keys.indexOf([...keys].sort()[0] ?? '')
  const way = [...keys.slice(first), ...keys.slice(0, first), keys[first] ?? '']
  return `${way.join(' → ')}: each waits for the next, and none can be done.`
}

function goneFrom(sources: readonly DraftSource[], before: ReadonlyMap<string, Known>): KnownTask[] {
  return sources.flatMap(({ prefix, drafts }) => {
    const there = new Set(drafts.map((draft) => sourceOf({ prefix, draft })))
    return [...before].flatMap(([source, { head }]) =>
      source.startsWith(prefix) && !there.has(source)
        ? [{ id: head.id, title: head.title, key: source.slice(prefix.length) }]
        : [],
    )
  })
}
