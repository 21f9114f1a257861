import type { CodeFile } from './code-file.ts'

/** Which files define a name that others may use. */
export type Definers = {
  readonly of: (name: string) => readonly number[]
  readonly has: (file: number, name: string) => boolean
}

export function findDefiners(files: readonly CodeFile[]): Definers {
  const byName = new Map<string, number[]>()
  for (const [place, { tags }] of files.entries()) {
    for (const { name, exported, kind } of tags.definitions) {
      if (!exported || kind === 'heading') continue
      const known = byName.get(name)
      if (known === undefined) byName.set(name, [place])
      // Files come in order, so that one which defines a name twice was the last to define it.
      else if (known.at(-1) !== place) known.push(place)
    }
  }
  const none: readonly number[] = []
  const of = (name: string) => byName.get(name) ?? none
  return { of, has: (file, name) => of(name).includes(file) }
}
