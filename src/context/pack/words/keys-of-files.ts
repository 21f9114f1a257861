import type { TreeFile } from '#context/code/walk/tree-file.ts'

/** What is in the files of a tree, and where: a file that has the same key as before has the same words. */
export type KeysOfFiles = {
  readonly keys: readonly string[]
  /** All of them. */
  readonly text: string
  /** The place of the file that has a key, or -1. */
  readonly placeOf: (key: string) => number
}

export function keysOfFiles(files: readonly TreeFile[]): KeysOfFiles {
  const keys = files.map(({ blob, path, isLink }) => `${blob}${isLink === true ? '@' : ''} ${path}`)
  let places: Map<string, number> | null = null
  return {
    keys,
    text: textOfKeys(keys),
    placeOf: (key) => {
      places ??= new Map(keys.map((one, place) => [one, place]))
      return places.get(key) ?? -1
    },
  }
}

export function textOfKeys(keys: readonly string[]): string {
  return keys.join('\0')
}
