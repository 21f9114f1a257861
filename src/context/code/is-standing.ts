import { definitionsAround } from './definitions-around.ts'
import type { Definition } from './tags.ts'

/** Whether a definition stands by itself: in nothing, or in what is only a frame around others, as a namespace is. */
export function isStanding(definition: Definition, definitions: readonly Definition[]): boolean {
  return definitionsAround(definition, definitions).every(({ kind }) => kind === 'module')
}
