import type { FolderView } from './contract.ts'

/** Whether a folder’s package.json names a package among what it needs. */
export function dependsOn(folder: FolderView, name: string): boolean {
  try {
    const { dependencies, devDependencies } = JSON.parse(folder.text('package.json')) ?? {}
    return name in { ...dependencies, ...devDependencies }
  } catch {
    return false
  }
}
