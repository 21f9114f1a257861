import { detectTests } from '#loop/verify/detect-tests.ts'
import { validConfig } from './valid-config.ts'
import type { World } from './world.ts'

/** The command that proves the whole project, wherever it is asked for; null where there is none for the whole. */
export function projectTests(world: World): string | null {
  const { root } = world.place
  const { test } = validConfig(world).loop
  return test === '' ? detectTests({ root, from: root }) : test
}
