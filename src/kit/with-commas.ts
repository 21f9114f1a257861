/** A whole number as people read it: 12,345. The system's own way to write numbers takes 30 ms to load. */
export function withCommas(number: number): string {
  return String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}
