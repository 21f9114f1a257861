import type { OnRefusal } from '../code/walk/ask-status.ts'
import { tellRefusal } from '../code/walk/tell-refusal.ts'

/** What is told with an answer of the library. */
export type Refused = {
  /** Why git did not say which files there are, so that what lies in the folder was taken, and what helps; null where it did. */
  readonly refusal: string | null
}

/** Listens for whether git refuses. */
export function hearRefusal(root: string): { readonly onRefusal: OnRefusal; readonly heard: () => Refused } {
  let refusal: string | null = null
  return {
    onRefusal: (said) => {
      refusal = tellRefusal(root, said)
    },
    heard: () => ({ refusal }),
  }
}
