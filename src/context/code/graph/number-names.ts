/** Names by number, as they come. What is empty is zero, the number of a file as a whole. */
export type Names = {
  readonly numberOf: (name: string) => number
  /** Null for a name that nobody has numbered. */
  readonly find: (name: string) => number | null
  readonly nameOf: (number: number) => string
  readonly all: () => readonly string[]
}

export function numberNames(): Names {
  const names = ['']
  const numbers = new Map([['', 0]])
  // Several things are asked of a name, one after the other.
  let last: string | null = null
  let lastFound: number | null = null
  return {
    numberOf: (name) => {
      const known = numbers.get(name)
      if (known !== undefined) return known
      last = null
      numbers.set(name, names.length)
      return names.push(name) - 1
    },
    find: (name) => {
      if (name === last) return lastFound
      last = name
      lastFound = numbers.get(name) ?? null
      return lastFound
    },
    nameOf: (number) => names[number] ?? '',
    all: () => names,
  }
}
