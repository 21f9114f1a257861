/** A file of the repository, by what is in it. */
export type TreeFile = {
  /** From the root, with slashes. */
  readonly path: string
  /** As git would name the content, or `UNREADABLE`. Equal names, equal content. */
  readonly blob: string
  /** Whether it only leads to another, whose content it is. */
  readonly isLink?: true
}

/** Of a file that is there, and that nobody may read. */
export const UNREADABLE = 'unreadable'
