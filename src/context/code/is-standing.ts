import type { Definition } from './tags.ts'

/** Whether a definition stands by itself: in nothing, or in what is only a frame around others, as a namespace is. */
export function isStanding({ parent }: Definition, definitions: readonly Definition[]): boolean {
  const around = parent === null ? undefined : definitions[parent]
  return around === undefined || (around.kind === 'module' && isStanding(around, definitions))
}
