/** The source with spaces for what the grammar stumbles over: of the same length, so that each place in it is the same. */
export function legible(source: string, blank: RegExp | undefined): string {
  return blank === undefined ? source : source.replace(blank, (words) => words.replace(/[^\n]/g, ' '))
}
