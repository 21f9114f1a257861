import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder with those around it, and says which is the outermost that was not there; null where all were. Node's own way never
 * comes to an end where a system says of a folder that it is not there as soon as one is to be made in it, such as `/proc`.
 */
export function makeFolder(path: string): string | null {
  const missing: string[] = []
  for (let at = resolve(path); !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at)
  const [outermost = null] = missing
  if (outermost === null && !statSync(path).isDirectory()) mkdirSync(path)
  for (const folder of missing) makeOne(folder)
  return outermost
}

/** Somebody else may have made it meanwhile. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}
