import { detectTests } from '#loop/verify/detect-tests.ts'
import { projectTests } from './project-tests.ts'
import type { World } from './world.ts'

/** The command that proves the whole project, else that of the nearest folder. Null where there is none. */
export function ownTests(world: World): string | null {
  const { root, cwd } = world.place
  return projectTests(world) ?? detectTests({ root, from: cwd })
}
