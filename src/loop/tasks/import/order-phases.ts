import type { ListedTask, Phase } from './parse-tasks-md.ts'

/**
 * Who waits for whom, by the rules of spec-kit. Within a phase `[P]` tasks that follow each other may go together, and every
 * other one waits for all before it; so do all after it. A heading within a phase ends what may go together: tests come before
 * the code. A phase waits for the one before; those of user stories only for what came before the first of them, and not for
 * each other. Answers with the keys that each key waits for.
 */
export function orderPhases(phases: readonly Phase[]): ReadonlyMap<string, readonly string[]> {
  const waits = new Map<string, readonly string[]>()
  /** What the stories wait for. */
  let base: readonly string[] = []
  /** What the next phase that is no story waits for. */
  let ends: readonly string[] = []
  const storyEnds = new Map<string, readonly string[]>()
  for (const phase of phases) {
    const stories = storiesOf(phase)
    if (stories.length === 0) {
      ends = orderTasks(topOf(phase), { after: ends, waits })
      base = ends
    } else {
      const earlier = stories.flatMap((story) => storyEnds.get(story) ?? [])
      const own = orderTasks(topOf(phase), { after: earlier.length > 0 ? earlier : base, waits })
      for (const story of stories) storyEnds.set(story, own)
      const still = ends.filter((key) => !earlier.includes(key) && !base.includes(key))
      ends = [...new Set([...still, ...own])]
    }
    for (const { key } of phase.tasks) {
      const parts = phase.tasks.filter(({ parent }) => parent === key)
      if (parts.length > 0) orderTasks(parts, { after: [], waits })
    }
  }
  return waits
}

function topOf({ tasks }: Phase): ListedTask[] {
  return tasks.filter(({ parent }) => parent === null)
}

/** The user stories that a phase is about: none for setup, foundations and polish. */
export function storiesOf({ heading, tasks }: Phase): string[] {
  const named = [...heading.matchAll(/\b(?:user stor(?:y|ies)|us)[\s-]*(\d+)/gi)].map(([, number]) =>
    Number(number),
  )
  const labelled = tasks.flatMap(({ labels }) => labels.flatMap((label) => storyIn(label) ?? []))
  return [...new Set([...named, ...labelled])].map((number) => `US${number}`)
}

function storyIn(label: string): number | null {
  const number = /^US[\s-]?(\d+)$/i.exec(label)?.[1]
  return number === undefined ? null : Number(number)
}

type Ordering = {
  readonly after: readonly string[]
  readonly waits: Map<string, readonly string[]>
}

/** Answers with those that whoever comes next has to wait for. */
function orderTasks(tasks: readonly ListedTask[], { after, waits }: Ordering): readonly string[] {
  let before = after
  let together: string[] = []
  let group = tasks[0]?.group ?? 0
  const settle = () => {
    if (together.length > 0) before = together
    together = []
  }
  for (const task of tasks) {
    if (!task.isParallel || task.group !== group) settle()
    group = task.group
    waits.set(task.key, before)
    together.push(task.key)
    if (!task.isParallel) settle()
  }
  settle()
  return before
}
