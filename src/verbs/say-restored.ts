import type { Restored } from '#loop/tasks/restore-tasks.ts'

/** What whoever watches is told of tasks that were put back: nobody knows whether it was the agent who had changed them. */
export function sayRestored(restored: readonly Restored[]): string[] {
  const lost = restored.filter(({ fields }) => fields.length === 0)
  const changed = restored.filter(({ fields }) => fields.length > 0)
  return [
    ...said('taken away', lost.map(nameLost)),
    ...said(
      'changed by hand',
      changed.map(({ task, fields }) => `${task} (${fields.join(', ')})`),
    ),
  ]
}

function said(how: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  return [
    `Put back, because they were ${how} while the agent was at work: ${names.join(', ')}. If that was you, do it again.`,
  ]
}

/** `c2 (it had become c9, which is gone)`. */
function nameLost({ task, twins }: Restored): string {
  return twins.length === 0 ? task : `${task} (it had become ${twins.join(', ')}, which is gone)`
}
