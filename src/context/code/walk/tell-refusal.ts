import { refusedByGit } from './refused-by-git.ts'

/** For who can do with less: what lies in the folder is taken, and that is to be said. */
export function tellRefusal(root: string, said: string): string {
  const { message, hint } = refusedByGit(root, said)
  return `${message} What lies in the folder is taken instead. Try: ${hint}`
}
