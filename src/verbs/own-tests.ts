import { detectTests } from '#loop/verify/detect-tests.ts'
import { validConfig } from './valid-config.ts'
import type { World } from './world.ts'

/**
 * The command that proves the whole project: the one that its configuration names, else the one that its files do, else
 * that of the nearest folder. Null where there is none.
 */
export function ownTests(world: World): string | null {
  const { root, cwd } = world.place
  const { test } = validConfig(world).loop
  if (test !== '') return test
  return detectTests({ root, from: root }) ?? detectTests({ root, from: cwd })
}
