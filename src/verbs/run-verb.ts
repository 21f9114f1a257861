import type * as z from 'zod'
import { validConfig } from './valid-config.ts'
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
  if (verb.configuration === 'valid') validConfig(world)
  return await verb.run(input, world)
}
