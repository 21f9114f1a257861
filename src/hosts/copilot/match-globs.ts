import { basename, relative, sep } from 'node:path'
import picomatch from 'picomatch'

/**
 * Patterns are relative to the repository's root. Each is tried on the whole path and on the name alone, negated
 * ones too: `!src/**` matches any file at all, because no bare name lies in `src`.
 */
export function matchGlobs(globs: readonly string[], root: string): (path: string) => boolean {
  // Round brackets are plain characters to Copilot CLI.
  const matchers = globs.map((glob) => picomatch(glob.replaceAll(/[()]/g, '\\$&'), { dot: true }))
  return (path) => {
    const way = relative(root, path).split(sep).join('/')
    return matchers.some((matches) => matches(way) || matches(basename(path)))
  }
}
