import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { makeFolder } from '#kit/make-folder.ts'

/** The folder where something may be remembered; null where it can be neither used nor made: it is only there to be quick. */
export function takeCache(cache: string | null): string | null {
  if (cache === null) return null
  const folder = resolve(cache)
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
    return folder
  } catch {
    return null
  }
}
