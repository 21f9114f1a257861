import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isFile, isMissing } from '#kit/files.ts'

/**
 * The files in a folder of instructions at any depth, sorted by code unit. Unlike the files of the project they
 * count whether git ignores them or not. Links to files are files; linked folders are not entered.
 */
export function filesBelow(directory: string): string[] {
  const found: string[] = []
  const ahead = [directory]
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    for (const entry of entriesOf(at)) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) ahead.push(path)
      else if (isFile(path)) found.push(path)
    }
  }
  return found.sort()
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
