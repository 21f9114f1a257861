type Calloc = (count: number, size: number) => number

/**
 * What a runtime was given to call, which it has put its own functions into: grammars are linked to these. The scanner of Swift asks
 * for no state at all, and keeps one there: what it finds in a text would depend on what others have left in memory.
 */
export function giveCleanMemory({ env }: { readonly env?: { calloc?: Calloc } }): void {
  const calloc = env?.calloc
  if (env !== undefined && calloc !== undefined)
    env.calloc = (count, size) => calloc(Math.max(1, count), size)
}
