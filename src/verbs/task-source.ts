import type { TaskSource } from '#loop/tasks/sources/contract.ts'
import { openSource } from '#loop/tasks/sources/open-source.ts'
import { Fault } from '#words/fault.ts'
import { validConfig } from './valid-config.ts'
import type { World } from './world.ts'

type Asked = Pick<World, 'place' | 'config' | 'now'>

/** Where the tasks of this project live, as its configuration says. A verb asks for it in several places. */
export function taskSource(world: Asked): TaskSource {
  const opened = known.get(world.config) ?? openConfigured(world)
  known.set(world.config, opened)
  return opened
}

function openConfigured(world: Asked): TaskSource {
  const { source, accept_label: acceptLabel } = validConfig(world).loop.tasks
  return openSource(source, { ...world.place, acceptLabel, now: world.now })
}

/** For what writes many tasks at once, all or none: no tracker can promise that. */
export function assertInFiles(world: Asked): void {
  const { name } = taskSource(world)
  if (name === 'files') return
  throw new Fault({
    kind: 'user',
    code: 'tasks-elsewhere',
    message: `The tasks of this project live in ${name}, and keel adds several at once, all or none, to files alone.`,
    hint: 'keel config loop.tasks.source',
  })
}

/** For as long as a verb is at work: each has a configuration of its own. */
const known = new WeakMap<World['config'], TaskSource>()

/** Asks the tracker something. What it has to say for itself where it does not answer is thrown; there is nothing else to tell. */
export function hearSource(world: Asked): [] {
  if (world.config.kind === 'valid' && world.config.config.loop.tasks.source !== 'files')
    taskSource(world).read(ANY_TASK)
  return []
}

/** Whether it is there does not matter. */
const ANY_TASK = '1'
