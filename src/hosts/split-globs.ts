/** A list of patterns in one string: a comma separates them, except between braces. */
export function splitGlobs(list: string): string[] {
  return (list.match(/(?:\{[^}]*\}|[^,])+/g) ?? []).map((glob) => glob.trim()).filter((glob) => glob !== '')
}
