import { rmSync } from 'node:fs'

/** Takes away what can be made again, unless it is somebody else's. */
export function removeIfPossible(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // Then whoever reads it finds it damaged again.
  }
}
