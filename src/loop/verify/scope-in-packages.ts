import { dirname, relative, resolve, sep } from 'node:path'
import { detectFramework } from './detect-framework.ts'
import { detectTests } from './detect-tests.ts'
import { scopeTo } from './scope-to.ts'
import { quote } from './shell-words.ts'

type Asked = {
  readonly root: string
  /** Named from the root. */
  readonly files: readonly string[]
}

/**
 * The command for the tests of a few files alone, by the tests of the packages that hold them: where those of all packages are run
 * together, no word that is added would reach the right one. Null where a package cannot be asked for that, or has no tests of its own.
 */
export function scopeInPackages({ root, files }: Asked): string | null {
  const packages = new Map<string, string[]>()
  for (const file of files) {
    const folder = packageOf(dirname(resolve(root, file)), root)
    packages.set(folder, [...(packages.get(folder) ?? []), file])
  }
  if (packages.has(root)) return null
  const lines = [...packages].map(([folder, own]) => {
    const command = detectTests({ root, from: folder })
    return command === null ? null : scopeTo(detectFramework({ root, command }), { root, files: own })
  })
  const known = lines.filter((line) => line !== null)
  if (known.length < lines.length) return null
  const ways = [...packages.keys()].map((folder) => relative(folder, root).split(sep).join('/'))
  return known
    .map((line, place) => (place === 0 ? line : `cd ${quote(ways[place - 1] ?? '')} && ${line}`))
    .join(' && ')
}

/** The outermost folder that has the same tests; the root where none below it has any. */
function packageOf(folder: string, root: string): string {
  if (folder === root) return root
  const own = detectTests({ root, from: folder })
  const above = dirname(folder)
  return detectTests({ root, from: above }) === own ? packageOf(above, root) : folder
}
