import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn, readIfReadable } from '#kit/files.ts'
import type { FolderView } from './frameworks/contract.ts'

/** A folder on the disk, each file of it read once at most. */
export function viewFolder(folder: string): FolderView {
  const texts = new Map<string, string>()
  return {
    has: (path) => existsSync(join(folder, path)),
    names: (path) => namesIn(join(folder, path)),
    text: (path) => {
      const text = texts.get(path) ?? readIfReadable(join(folder, path))?.toString('utf8') ?? ''
      texts.set(path, text)
      return text
    },
  }
}
