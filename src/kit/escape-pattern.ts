/** A text as a part of a pattern that means nothing but itself, with the flag `u` or without. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
