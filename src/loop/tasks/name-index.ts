/** Names and patterns of names, by how they begin and how they end. */
export type NameIndex = {
  /** Each name once. */
  readonly add: (name: string) => void
  /** Those that could stand for the same as this one, and some that could not, in several lists. */
  readonly near: (name: string) => readonly (readonly string[])[]
}

/**
 * Two patterns can only meet where what stands before the first wild sign of one begins what stands there in the other, and the
 * same from the end. Of both ways to look, the one that leaves fewer is taken. Nothing is sorted in before somebody asks: most
 * tasks name plain files.
 */
export function openNameIndex(): NameIndex {
  const heads = openAffixes()
  const tails = openAffixes()
  let unsorted: string[] = []
  let isEmpty = true
  return {
    add: (name) => {
      isEmpty = false
      unsorted.push(name)
    },
    near: (name) => {
      if (isEmpty) return []
      for (const one of unsorted) {
        heads.add(headOf(one), one)
        tails.add(tailOf(one), one)
      }
      unsorted = []
      const [byHead, byTail] = [heads.near(headOf(name)), tails.near(tailOf(name))]
      const count = (lists: readonly string[][]) => lists.reduce((sum, { length }) => sum + length, 0)
      return count(byHead) <= count(byTail) ? byHead : byTail
    },
  }
}

export function isWild(name: string): boolean {
  return /[*?[]/.test(name)
}

function headOf(name: string): string {
  return (/^[^*?[]*/.exec(name)?.[0] ?? '').slice(0, SIGNS_MAX)
}

/** From the end on, so that it can be looked up like a beginning. */
function tailOf(name: string): string {
  const tail = /[^*?[\]]*$/.exec(name)?.[0] ?? ''
  return [...tail.slice(-SIGNS_MAX)].reverse().join('')
}

const SIGNS_MAX = 32

/** Texts under how they begin. */
function openAffixes() {
  const exact = new Map<string, string[]>()
  const below = new Map<string, string[]>()
  const put = (lists: Map<string, string[]>, { key, name }: { key: string; name: string }) => {
    const list = lists.get(key)
    if (list === undefined) lists.set(key, [name])
    else list.push(name)
  }
  return {
    add: (affix: string, name: string) => {
      put(exact, { key: affix, name })
      for (let length = 0; length <= affix.length; length++) put(below, { key: affix.slice(0, length), name })
    },
    /** Those whose beginning begins this one, or begins with it. */
    near: (affix: string): string[][] => {
      const shorter = Array.from({ length: affix.length }, (_, length) => exact.get(affix.slice(0, length)))
      return [...shorter, below.get(affix)].filter((list) => list !== undefined)
    },
  }
}
