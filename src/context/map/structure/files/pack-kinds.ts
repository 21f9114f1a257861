import type { FileKind, Traits } from './file-kind.ts'

/** Kinds as they are kept: there are few traits in many folders. */
export type PackedKinds = {
  readonly traits: readonly Traits[]
  /** Of each folder: how many files have which of the traits, one after the other. */
  readonly folders: readonly (readonly [folder: string, counts: readonly number[]])[]
}

/** Null where sizes are known, which are not kept. */
export function packKinds(kinds: readonly FileKind[]): PackedKinds | null {
  const traits: Traits[] = []
  const places = new Map<string, number>()
  const folders = new Map<string, number[]>()
  for (const { folder, times, bytes, ...own } of kinds) {
    if (bytes !== undefined) return null
    const key = JSON.stringify(own)
    const place = places.get(key) ?? traits.push(own) - 1
    places.set(key, place)
    const row = folders.get(folder) ?? []
    row.push(place, times)
    folders.set(folder, row)
  }
  return { traits, folders: [...folders] }
}

export function unpackKinds({ traits, folders }: PackedKinds): FileKind[] {
  return folders.flatMap(([folder, counts]) => {
    const kinds: FileKind[] = []
    for (let at = 0; at < counts.length; at += 2) {
      const own = traits[counts[at] ?? 0]
      if (own === undefined) throw new Error('there is no such kind')
      const { role, language, ending, isNumbered, testName, isBuildScript } = own
      const times = counts[at + 1] ?? 0
      kinds.push({
        folder,
        role,
        language,
        ending,
        isNumbered,
        testName,
        isBuildScript,
        times,
        bytes: undefined,
      })
    }
    return kinds
  })
}
