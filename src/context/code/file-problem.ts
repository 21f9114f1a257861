/** Why a file is not in the picture as it should be. */
export const fileProblems = [
  'too-large',
  'long-lines',
  'encoding',
  'unreadable',
  'no-grammar',
  'timeout',
  'hang',
  'crash',
  'unstarted',
  'syntax',
  'manifest',
] as const

export type FileProblem = { readonly path: string; readonly why: (typeof fileProblems)[number] }
