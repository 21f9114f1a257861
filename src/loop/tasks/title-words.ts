/** By these, a title that was mended is told from another one. */
export function titleWords(title: string): ReadonlySet<string> {
  return new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}
