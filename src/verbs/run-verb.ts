import type * as z from 'zod'
import { Fault } from '#words/fault.ts'
import type { Verb } from './verb.ts'
import type { World } from './world.ts'

/** Runs a verb for any surface, on a valid configuration if it wants one. */
export async function runVerb<Input extends z.ZodObject, Output>({
  verb,
  input,
  world,
}: {
  verb: Verb<Input, Output>
  input: z.infer<Input>
  world: World
}): Promise<Output> {
  if (verb.configuration === 'valid') assertValid(world)
  return await verb.run(input, world)
}

function assertValid({ config }: World): void {
  if (config.kind === 'valid') return
  const problems = config.problems.map(
    ({ where, key, message }) => `${where}: ${key === '' ? '' : `${key}: `}${message}`,
  )
  throw new Fault({
    kind: 'config',
    code: 'invalid-configuration',
    message: ['The configuration is wrong, so nothing was done.', ...problems].join('\n'),
    hint: 'keel config --explain',
  })
}
