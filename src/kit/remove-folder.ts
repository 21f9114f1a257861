import { rmSync } from 'node:fs'

/** Removes a scratch folder that others have written to. What cannot be removed is left: the work in it is done. */
export function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  } catch {
    // Somebody took the right away, or is still writing.
  }
}
