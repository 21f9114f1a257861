/** The line, from 1, on which a text first has some words; null where it has not. */
export function lineOf(text: string | null, near: string): number | null {
  const at = text === null || near === '' ? -1 : text.indexOf(near)
  return text === null || at === -1 ? null : text.slice(0, at).split('\n').length
}
