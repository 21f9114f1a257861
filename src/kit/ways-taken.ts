/** Ways through the program that use much which others do not, a bit each. */
const WAYS = { 'map of a changed file': 1, 'map of changed edges': 2, 'map of other paths': 4 } as const

/** Notes that a way is taken, see `loadCompiled`. */
export function takeWay(way: keyof typeof WAYS): void {
  place[TAKEN] = waysTaken() | WAYS[way]
}

export function waysTaken(): number {
  return place[TAKEN] ?? 0
}

/** The door and the program are two bundles, and what is global is all that they share. */
const TAKEN = Symbol.for('keel.ways')
const place = globalThis as { [TAKEN]?: number }
