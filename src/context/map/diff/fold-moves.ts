import type { SymbolChange, TreeDiff } from './map-diff.ts'

type Change = Omit<SymbolChange, 'inMap'>
export type Folded = { readonly files: TreeDiff; readonly changes: readonly Change[] }

/**
 * Says a move once. Where most of what a file had is in a new one, the file was renamed, and changed on the way; and what
 * lies in something that moved went along with it.
 */
export function foldMoves({ files, changes }: Folded): Folded {
  const renamed = renamesIn({ files, changes })
  const pairs = new Set(renamed.map(({ from, to }) => `${from}\0${to}`))
  const moves = new Set(changes.filter(isMove).map((change) => `${wayOf(change)}\0${change.name}`))
  const isSaid = (change: Change) => {
    const holder = change.name.slice(0, Math.max(0, change.name.lastIndexOf('.')))
    return (
      isMove(change) &&
      change.what.length === 1 &&
      (pairs.has(wayOf(change)) || moves.has(`${wayOf(change)}\0${holder}`))
    )
  }
  const from = new Set(renamed.map((pair) => pair.from))
  const to = new Set(renamed.map((pair) => pair.to))
  return {
    files: {
      ...files,
      added: files.added.filter((path) => !to.has(path)),
      removed: files.removed.filter((path) => !from.has(path)),
      renamed: [...files.renamed, ...renamed].sort((one, other) => (one.to < other.to ? -1 : 1)),
    },
    changes: changes.filter((change) => !isSaid(change)),
  }
}

function isMove({ what }: Change): boolean {
  return what.includes('file')
}

function wayOf({ before, path }: Change): string {
  return `${before?.path}\0${path}`
}

function renamesIn({ files, changes }: Folded): TreeDiff['renamed'] {
  const removed = new Set(files.removed)
  const added = new Set(files.added)
  const had = new Map<string, number>()
  const went = new Map<string, { from: string; to: string; times: number }>()
  for (const change of changes) {
    const from = change.before?.path
    if (from === undefined || !removed.has(from)) continue
    had.set(from, (had.get(from) ?? 0) + 1)
    if (!isMove(change) || !added.has(change.path)) continue
    const way = went.get(wayOf(change)) ?? { from, to: change.path, times: 0 }
    went.set(wayOf(change), { ...way, times: way.times + 1 })
  }
  // Two files cannot become one: of those that could have, the first is it.
  const taken = new Set<string>()
  return [...went.values()].flatMap(({ from, to, times }) =>
    times * 2 > (had.get(from) ?? 0) && !taken.has(to) && taken.add(to) ? [{ from, to }] : [],
  )
}
