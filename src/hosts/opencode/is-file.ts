import { existsSync, statSync } from 'node:fs'

/** Links are followed. One that leads nowhere, or in circles, is no file. */
export function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}
