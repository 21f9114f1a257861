import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { dropOldest } from './drop-oldest.ts'

export type Keeping = {
  readonly write: (path: string) => void
  /** So many files stay in the folder: those that were touched last. */
  readonly most: number
}

/** Keeps what can be made again. Where it cannot be kept, as on a full disk or in a folder of somebody else, it is made again. */
export function keepInCache(path: string, { write, most }: Keeping): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    write(path)
    dropOldest(dirname(path), most)
  } catch {
    // Nothing is lost but time.
  }
}
