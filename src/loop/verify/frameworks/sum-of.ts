/** The numbers that a framework printed in one place or several, added up; null where it printed none. */
export function sumOf(output: string, pattern: RegExp): number | null {
  const found = [...output.matchAll(pattern)]
  return found.length === 0 ? null : found.reduce((sum, [, number]) => sum + Number(number), 0)
}
