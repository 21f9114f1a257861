/** Whether a store can have it: what parts terms is in none, and a question of FTS5 with it would be an error. */
export function isTerm(text: string): boolean {
  return text !== '' && !/[\0-\x20\x7f]/.test(text)
}
