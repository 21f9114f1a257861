import { spellGlob } from './spell-glob.ts'
import { openWayIndex } from './way-index.ts'

/** The files that the tasks of one wave after the other are expected to touch, each task by its place. */
export type WaveFiles = {
  readonly startWave: () => void
  /** Whether a task could touch none of those in the wave. */
  readonly fits: (place: number) => boolean
  readonly add: (place: number) => void
  /** Nothing more fits. */
  readonly isFull: () => boolean
}

type Question = {
  readonly filesOf: (place: number) => readonly string[]
  /** How many tasks there are. */
  readonly count: number
  readonly unnamed: 'alone' | 'together'
}

/**
 * Nobody knows what a task touches that does not say so: it is alone, unless whoever asks thinks otherwise. A task may be asked
 * about in thousands of waves, and what met it in one often does so in the next: that is looked at first.
 */
export function openWaveFiles({ filesOf, count, unnamed }: Question): WaveFiles {
  const { waysOf, wayOf } = openWays(filesOf)
  let wave = 0
  let index = openWayIndex()
  let isEmpty = true
  let isFull = false
  // By the number of a way, with the number of the last wave in which it was so.
  const placedIn: number[] = []
  const metIn: number[] = []
  const metBy: number[] = []
  /** By the place of a task, the one of its ways that was met last. */
  const metLast = new Int32Array(count).fill(-1)
  const isKnownMet = (way: number) => metIn[way] === wave || placedIn[metBy[way] ?? -1] === wave
  const meets = (way: number): boolean => {
    if (isKnownMet(way)) return true
    const by = index.find(wayOf(way))
    if (by === null) return false
    metIn[way] = wave
    metBy[way] = by
    return true
  }
  return {
    startWave: () => {
      wave++
      index = openWayIndex()
      isEmpty = true
      isFull = false
    },
    fits: (place) => {
      if (isEmpty) return true
      const last = metLast[place] ?? -1
      if (last !== -1 && isKnownMet(last)) return false
      const ways = waysOf(place)
      if (ways.length === 0) return unnamed === 'together'
      const met = ways.find(meets)
      metLast[place] = met ?? -1
      return met === undefined
    },
    add: (place) => {
      isEmpty = false
      const ways = waysOf(place)
      if (ways.length === 0 && unnamed === 'alone') isFull = true
      for (const way of ways) {
        if (placedIn[way] === wave) continue
        placedIn[way] = wave
        metIn[way] = wave
        metBy[way] = way
        index.add(wayOf(way), way)
      }
    },
    isFull: () => isFull,
  }
}

/** The ways of all tasks, each with a number. Each pattern is read once, and each way that several go is one. */
function openWays(filesOf: Question['filesOf']) {
  const numbers = new Map<string, number>()
  const ways: (readonly string[])[] = []
  const known = new Map<number, readonly number[]>()
  const numberOf = (way: readonly string[]) => {
    const key = way.join('/')
    const found = numbers.get(key) ?? ways.length
    if (found === ways.length) {
      numbers.set(key, found)
      ways.push(way)
    }
    return found
  }
  return {
    waysOf: (place: number): readonly number[] => {
      const found = known.get(place) ?? [...new Set(filesOf(place).flatMap(spellGlob).map(numberOf))]
      known.set(place, found)
      return found
    },
    wayOf: (number: number): readonly string[] => ways[number] ?? [],
  }
}
