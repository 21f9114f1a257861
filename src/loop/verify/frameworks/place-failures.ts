import type { FailingTest } from '#words/evidence.ts'

/**
 * Finds the files that failing tests name in their own way: Java by its package, Go by that of its module, many by the folder where
 * they were started. Of the files of the project it is the one that ends in most of the same names; where two do, nobody knows.
 */
export function placeFailures(failing: readonly FailingTest[], paths: readonly string[]): FailingTest[] {
  const known = new Set(paths)
  const found = new Map<string, string>()
  const place = (file: string): string => {
    const path = found.get(file) ?? (known.has(file) ? file : nearest(file, paths))
    found.set(file, path)
    return path
  }
  return failing.map((failure) => {
    const [, file, line] = /^(.+):(\d+)$/.exec(failure.location ?? '') ?? []
    return file === undefined ? failure : { ...failure, location: `${place(file)}:${line}` }
  })
}

function nearest(file: string, paths: readonly string[]): string {
  const names = file.split('/')
  const alike = paths
    .filter((path) => path.endsWith(names.at(-1) ?? ''))
    .map((path) => ({ path, shared: sharedEnd(path.split('/'), names) }))
    .sort((one, other) => other.shared - one.shared)
  const [best, next] = alike
  return best === undefined || best.shared === 0 || best.shared === next?.shared ? file : best.path
}

/** How many names two paths have in common, from the last one on. */
function sharedEnd(one: readonly string[], other: readonly string[]): number {
  const length = Math.min(one.length, other.length)
  for (let count = 0; count < length; count += 1)
    if (one.at(-1 - count) !== other.at(-1 - count)) return count
  return length
}
