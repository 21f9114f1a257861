import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The nearest directory, at or above `from`, that has one of these names in it. */
export function findUp(from: string, names: readonly string[]): string | null {
  for (const directory of upward(from)) {
    if (names.some((name) => existsSync(join(directory, name)))) return directory
  }
  return null
}

/** `from` and every directory above it, nearest first. */
export function upward(from: string): string[] {
  const chain = [from]
  for (let at = from, above = dirname(at); above !== at; at = above, above = dirname(at)) chain.push(above)
  return chain
}
