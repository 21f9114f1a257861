import { basename, dirname } from 'node:path/posix'
import type { ImportFormat, NotUnderstood, SourceFile, TaskDraft } from './contract.ts'
import { WHOLE } from './contract.ts'
import { newDraft } from './new-draft.ts'
import { orderPhases, storiesOf } from './order-phases.ts'
import { type ListedTask, type Phase, parseTasksMd, type TasksDocument } from './parse-tasks-md.ts'
import { pathsIn } from './paths-in.ts'
import { readSpec, type Spec } from './read-spec.ts'

/** The `tasks.md` of a feature, as https://github.com/github/spec-kit has an agent write it, with the `spec.md` beside it. */
export const specKit: ImportFormat = {
  name: 'spec-kit',
  recognises: ({ path, text }) =>
    basename(path) === 'tasks.md' && /^\s*[-*]\s+\[[ xX]\]\s+\W{0,3}T\d+/m.test(text),
  read: (file) => {
    const document = parseTasksMd(file.text)
    if (document.phases.length === 0)
      return { kind: 'unreadable', reason: 'has no tasks with a number, such as `- [ ] T001 …`' }
    const spec = readSpec(file.beside('spec.md') ?? '')
    const keys = phaseKeys(document.phases)
    const waits = waitsOf(document, file)
    const own = document.phases.flatMap((phase, index) => {
      const key = keys[index] ?? ''
      const tasks = phase.tasks.map((task) => taskDraft(task, { phase, above: task.parent ?? key, waits }))
      return [phaseDraft(phase, { key, spec, tasks }), ...tasks]
    })
    return {
      kind: 'drafts',
      drafts: [featureDraft(document, { file, spec, own }), ...own],
      notUnderstood: [...waits.odd, ...strangersIn(document, file)],
      isInOrder: true,
    }
  },
}

/** By its number where it has one, so that a new heading keeps the old key. */
function phaseKeys(phases: readonly Phase[]): string[] {
  const counts = new Map<string, number>()
  return phases.map(({ heading }) => {
    const number = /^\W*\p{L}+\s*(\d+(?:\.\d+)*)/u.exec(heading)?.[1]
    const name =
      number ??
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .replaceAll(/^-+|-+$/g, '')
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return `(phase ${name}${count > 1 ? ` ${count}` : ''})`
  })
}

type Waits = { readonly of: ReadonlyMap<string, readonly string[]>; readonly odd: readonly NotUnderstood[] }

/** By their order, and by what they say: `(depends on T012, T013)`. */
function waitsOf({ phases }: TasksDocument, file: SourceFile): Waits {
  const of = new Map(orderPhases(phases))
  const odd: NotUnderstood[] = []
  const seen = new Set<string>()
  for (const task of phases.flatMap(({ tasks }) => tasks)) {
    for (const key of namedIn([task.text, ...task.more].join('\n'))) {
      if (seen.has(key)) of.set(task.key, [...(of.get(task.key) ?? []), key])
      else if (key !== task.key)
        odd.push({
          place: `${file.path}:${task.line}`,
          text: `${task.key} depends on ${key}, which is no task above it.`,
        })
    }
    seen.add(task.key)
  }
  return { of, odd }
}

function namedIn(text: string): string[] {
  const clauses = text.matchAll(
    /\b(?:depends on|depends|after|requires|blocked by)\**:?\**\s+((?:T\d+[a-z]?(?:\s*(?:,|and|&|\+)\s*)*)+)/gi,
  )
  return [...clauses].flatMap(
    ([, keys = '']) => keys.match(/T\d+[a-z]?/gi)?.map((key) => `T${key.slice(1)}`) ?? [],
  )
}

function taskDraft(
  task: ListedTask,
  { phase, above, waits }: { phase: Phase; above: string; waits: Waits },
): TaskDraft {
  const hasParts = phase.tasks.some(({ parent }) => parent === task.key)
  const text = [task.text, ...task.more].join('\n')
  return newDraft({
    key: task.key,
    line: task.line,
    title: task.text,
    type: hasParts ? 'epic' : 'feature',
    status: task.isDone ? 'done' : 'open',
    priority: priorityOf(phase.heading),
    parent: above,
    dependsOn: (waits.of.get(task.key) ?? []).filter((key) => key !== task.key),
    labels: [...task.labels],
    acceptance: [...task.steps],
    files: pathsIn(text).filter((path) => !isDesign(path)),
    description: task.more.join('\n'),
  })
}

/** The papers of the feature itself are read for a task, not written. */
function isDesign(path: string): boolean {
  return /(?:^|\/)(?:spec|plan|tasks|research|data-model|quickstart)\.md$|^(?:contracts|checklists)\//.test(
    path,
  )
}

/** `(Priority: P1)` */
function priorityOf(heading: string): number {
  const stated = /\bP([0-4])\b/.exec(heading)?.[1]
  return stated === undefined ? 2 : Number(stated)
}

function phaseDraft(
  phase: Phase,
  { key, spec, tasks }: { key: string; spec: Spec; tasks: readonly TaskDraft[] },
): TaskDraft {
  const stories = storiesOf(phase)
  const { acceptance, rest } = sortText(phase.text)
  return newDraft({
    key,
    line: phase.line,
    title:
      phase.heading
        .replace(/\s*\(priority:?\s*P\d\)/i, '')
        .replaceAll(/\p{Extended_Pictographic}\s*(?:MVP)?/gu, '')
        .trim() || 'Tasks',
    type: 'epic',
    status: isAllDone(tasks) ? 'done' : 'open',
    priority: priorityOf(phase.heading),
    parent: WHOLE,
    labels: stories,
    acceptance: [...acceptance, ...stories.flatMap((story) => spec.scenarios.get(story) ?? [])],
    description: rest,
  })
}

function isAllDone(drafts: readonly TaskDraft[]): boolean {
  return drafts.every(({ status }) => status === 'done')
}

/** A checkpoint and an independent test say when a phase is done; the rest says what it is for. */
function sortText(lines: readonly string[]): { acceptance: string[]; rest: string } {
  const acceptance: string[] = []
  const rest: string[] = []
  for (const paragraph of lines.join('\n').split(/\n\s*\n|\n(?=\*\*)/)) {
    const stated = /^\*\*(?:checkpoint|independent test|test criteria)[^*]*\*\*\s*:?\s*([\s\S]+)/i.exec(
      paragraph.trim(),
    )
    if (stated !== null) acceptance.push(stated[1] ?? '')
    else if (/[\p{L}\p{N}]/u.test(paragraph)) rest.push(paragraph.trim())
  }
  return { acceptance, rest: rest.join('\n\n') }
}

function featureDraft(
  { title }: TasksDocument,
  { file, spec, own }: { file: SourceFile; spec: Spec; own: readonly TaskDraft[] },
): TaskDraft {
  const folder = dirname(file.path)
  const stated = title?.replace(/^\W*tasks?\s*(?:list)?\s*[:：–—-]\s*/i, '').trim() ?? ''
  const where =
    spec.title === null ? '' : `The specification is \`${folder === '.' ? '' : `${folder}/`}spec.md\`.`
  return newDraft({
    key: WHOLE,
    title: spec.title ?? (stated === '' ? basename(folder) : stated),
    type: 'epic',
    status: isAllDone(own) ? 'done' : 'open',
    description: [spec.summary, where].filter((part) => part !== '').join('\n\n'),
  })
}

function strangersIn({ strangers }: TasksDocument, { path }: SourceFile): NotUnderstood[] {
  return strangers.map(({ line, text }) => ({ place: `${path}:${line}`, text }))
}
