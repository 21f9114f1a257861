/** A file of the repository, by what is in it. */
export type TreeFile = {
  /** From the root, with slashes. */
  readonly path: string
  /** As git would name the content. Equal names, equal content. */
  readonly blob: string
  /** Whether it only leads to another, whose content it is. */
  readonly isLink?: true
}
