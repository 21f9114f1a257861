import type { OnRefusal } from '#context/code/walk/ask-status.ts'
import { refusedByGit } from '#context/code/walk/refused-by-git.ts'

/** For who would say something wrong without git. */
export function failOnRefusal(root: string): OnRefusal {
  return (said) => {
    throw refusedByGit(root, said)
  }
}
