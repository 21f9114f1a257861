import type { OnRefusal } from '#context/code/walk/ask-status.ts'
import { tellRefusal } from '#context/code/walk/tell-refusal.ts'
import type { World } from './world.ts'

/** For who can do with less: what lies in the folder is taken, and that is said. */
export function warnOfRefusal(root: string, world: Pick<World, 'warn'>): OnRefusal {
  return (said) => world.warn(`keel: ${tellRefusal(root, said)}`)
}
