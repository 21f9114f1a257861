import * as z from 'zod'
import { nearest } from '#kit/nearest.ts'
import { Fault } from '#words/fault.ts'
import { taskSource } from './task-source.ts'
import type { World } from './world.ts'

/** How a task is named on the command line. */
export const taskId = z
  .string()
  .trim()
  .min(1)
  .describe('The id of a task, or the beginning of it that no other task has.')

/** The id that somebody means: all of it, as its source spells it or otherwise, or a beginning that no other has. */
export function findTaskId(typed: string, world: Pick<World, 'place' | 'config' | 'now'>): string {
  const source = taskSource(world)
  const name = source.spell(typed)
  if (source.read(name).kind !== 'missing') return name
  const { ids } = source.readAll()
  const meant = ids.filter((id) => id.startsWith(name))
  const [only] = meant
  if (meant.length === 1 && only !== undefined) return only
  if (meant.length > 1)
    throw new Fault({
      kind: 'user',
      code: 'several-tasks',
      message: `${name} is the beginning of ${meant.length} ids: ${meant.slice(0, SHOWN_MAX).join(', ')}${meant.length > SHOWN_MAX ? ', …' : ''}.`,
      hint: `keel task show ${only}`,
    })
  const close = nearest(name, ids)
  throw new Fault({
    kind: 'user',
    code: 'no-task',
    message: `There is no task ${name}.`,
    hint: close === null ? 'keel task list' : `keel task show ${close}`,
  })
}

const SHOWN_MAX = 10
