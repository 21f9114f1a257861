import type { Definition } from '#context/code/tags.ts'

/** Whether it is a macro that only gives a name to a value, or to nothing. */
export function namesValue({ kind, signature }: Pick<Definition, 'kind' | 'signature'>): boolean {
  return kind === 'macro' && /^#\s*define\s+\w+$/.test(signature)
}
