import { existsSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'

/** A path is meant from where it is typed, else from the root. */
export function fromRoot(path: string, { cwd, root }: { cwd: string; root: string }): string {
  const typed = resolve(cwd, path)
  return existsSync(typed) ? relative(root, typed).split(sep).join('/') : path
}
