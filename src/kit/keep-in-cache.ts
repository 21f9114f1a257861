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
  keepInFolder(dirname(path), { write: () => write(path), most })
}

/** The same of several files of one folder. */
export function keepInFolder(folder: string, { write, most }: Keeping): void {
  try {
    mkdirSync(folder, { recursive: true })
    write(folder)
    dropOldest(folder, most)
  } catch {
    // Nothing is lost but time.
  }
}
