/** Of several paths the one that shares most folders with a file, then the one with the fewest, then the first. */
export function pickNearest(paths: readonly string[], from: string): string | null {
  let best: { readonly path: string; readonly shared: number; readonly depth: number } | null = null
  for (const path of paths) {
    const shared = paths.length === 1 ? 0 : sharedFolders(path, from)
    const depth = path.split('/').length
    if (best === null || shared > best.shared || (shared === best.shared && isLess(best, { path, depth })))
      best = { path, shared, depth }
  }
  return best?.path ?? null
}

type Placed = { readonly path: string; readonly depth: number }

function isLess(best: Placed, { path, depth }: Placed): boolean {
  return depth < best.depth || (depth === best.depth && path < best.path)
}

function sharedFolders(one: string, other: string): number {
  let folders = 0
  for (let at = 0; at < one.length && one[at] === other[at]; at += 1) if (one[at] === '/') folders += 1
  return folders
}
