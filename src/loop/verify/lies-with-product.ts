import { isCalledCheck } from './is-called-check.ts'

/** It lies where the product does, or is called what programs are, and nothing about it says that it is there to check. */
export function liesWithProduct(path: string): boolean {
  return !isCalledCheck(path) && (FOLDERS.test(path) || ENTRIES.test(path))
}

const FOLDERS = /(?:^|\/)(?:src|source|lib|app|apps|bin|cmd|pkg|dist|build|out|public|server|client)\//
const ENTRIES = /(?:^|\/)(?:index|main|app|server|client|cli|manage|__main__)\.\w+$/
