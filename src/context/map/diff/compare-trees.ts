import type { TreeFile } from '#context/code/walk/tree-file.ts'
import type { TreeDiff } from './map-diff.ts'

export type Trees = { readonly before: readonly TreeFile[]; readonly after: readonly TreeFile[] }

/** Which files are others than they were. */
export function compareTrees({ before, after }: Trees): TreeDiff {
  const old = new Map(before.map(({ path, blob }) => [path, blob]))
  const now = new Map(after.map(({ path, blob }) => [path, blob]))
  const gone = before.filter(({ path }) => !now.has(path))
  const come = after.filter(({ path }) => !old.has(path))
  const renamed = pairByContent(gone, come)
  const from = new Set(renamed.map((pair) => pair.from))
  const to = new Set(renamed.map((pair) => pair.to))
  return {
    added: come.map(({ path }) => path).filter((path) => !to.has(path)),
    removed: gone.map(({ path }) => path).filter((path) => !from.has(path)),
    changed: after
      .filter(({ path, blob }) => old.has(path) && old.get(path) !== blob)
      .map(({ path }) => path),
    renamed,
  }
}

/** Of several with the same content, such as empty ones, those that kept their name belong together; then as they come. */
function pairByContent(gone: readonly TreeFile[], come: readonly TreeFile[]): TreeDiff['renamed'] {
  const takenAway = new Map<string, string[]>()
  for (const { path, blob } of gone) takenAway.set(blob, [...(takenAway.get(blob) ?? []), path])
  const pairs: { from: string; to: string }[] = []
  const pair = (file: TreeFile, from: string | undefined) => {
    if (from === undefined) return false
    takenAway.set(
      file.blob,
      (takenAway.get(file.blob) ?? []).filter((path) => path !== from),
    )
    pairs.push({ from, to: file.path })
    return true
  }
  const left = come.filter(
    (file) =>
      !pair(
        file,
        takenAway.get(file.blob)?.find((path) => nameOf(path) === nameOf(file.path)),
      ),
  )
  for (const file of left) pair(file, takenAway.get(file.blob)?.[0])
  return pairs.sort((one, other) => (one.to < other.to ? -1 : 1))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
