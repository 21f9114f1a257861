import { once } from '#kit/once.ts'

/** Finds files by what somebody calls them. */
export type PathFinder = {
  /** The whole path, or its end; of a path of another machine, as much of its end as is a path here. */
  readonly bySuffix: (said: string) => readonly number[]
  readonly byName: (name: string) => readonly number[]
  /** As much of its end as is a path here or the end of one; null where not even its name is. A bracket around it may be left. */
  readonly byEnd: (said: string) => { readonly part: string; readonly files: readonly number[] } | null
  /** Those with something inside that ends a name in nearly every text, such as a blank. */
  readonly broken: () => readonly { readonly path: string; readonly file: number }[]
  /** A name with dots or the like, of which the longest part that is a path counts. */
  readonly byModule: (segments: readonly string[]) => {
    readonly files: readonly number[]
    readonly worth: number
  }
}

export function findPaths(paths: readonly string[]): PathFinder {
  const finder = KNOWN.get(paths) ?? startFinding(paths)
  KNOWN.set(paths, finder)
  return finder
}

/** More than one asks for the same paths. */
const KNOWN = new WeakMap<readonly string[], PathFinder>()

function startFinding(paths: readonly string[]): PathFinder {
  // Most tasks name no path at all.
  const namesOf = once(() => groupBy(paths, lastOf))
  const stemsOf = once(() => {
    const stems = paths.map(stemOf)
    return { stems, byStem: groupBy(stems, lastOf) }
  })
  const ending = (
    candidates: readonly number[],
    { among, part }: { among: readonly string[]; part: string },
  ) => candidates.filter((file) => among[file] === part || among[file]?.endsWith(`/${part}`) === true)
  return {
    byName: (name) => namesOf().get(name) ?? [],
    broken: once(() =>
      paths.flatMap((path, file) => (BREAK.test(path) && path.includes('.') ? [{ path, file }] : [])),
    ),
    byEnd: (said) => {
      const segments = said.split('/')
      const ends = segments.map((_, from) => segments.slice(from).join('/'))
      for (const part of ends.flatMap(withoutBrackets)) {
        const files = ending(namesOf().get(lastOf(part)) ?? [], { among: paths, part })
        if (files.length > 0) return { part, files }
      }
      return null
    },
    bySuffix: (said) => {
      const segments = said.replace(/^(?:\.{0,2}\/)+/, '').split('/')
      const last = segments.at(-1) ?? ''
      const whole = namesOf().get(last)
      const among = whole === undefined ? stemsOf().stems : paths
      const candidates = whole ?? stemsOf().byStem.get(last) ?? []
      // A name alone may be that of many, unless it is all that was said, or stands at the root.
      for (let from = 0; from < Math.max(1, segments.length - 1); from += 1) {
        const found = ending(candidates, { among, part: segments.slice(from).join('/') })
        if (found.length > 0) return found
      }
      return candidates.filter((file) => among[file] === last)
    },
    byModule: (segments) => {
      const { stems, byStem } = stemsOf()
      for (const part of partsOf(segments)) {
        const candidates = byStem.get(part.at(-1) ?? '') ?? []
        const files = ending(candidates, { among: stems, part: part.join('/') })
        if (files.length > 0) return { files, worth: worthOf(part, segments) }
      }
      return { files: [], worth: 0 }
    },
  }
}

const BREAK = /[\s`"'<>|*?:;,]/

/** As it stands, and without what may be around it in a sentence, and not be a part of it. */
function withoutBrackets(name: string): string[] {
  const [brackets = ''] = /^[([{]{0,3}/.exec(name) ?? []
  return Array.from({ length: brackets.length + 1 }, (_, cut) => name.slice(cut))
}

/** Of two or more, the longest beginnings first, and of these the longest ends. */
function* partsOf(segments: readonly string[]): Generator<readonly string[]> {
  for (let length = segments.length; length >= 2; length -= 1)
    for (let from = 0; from + 2 <= length; from += 1) yield segments.slice(from, length)
}

function worthOf(part: readonly string[], segments: readonly string[]): number {
  const left = segments.length - segments.lastIndexOf(part.at(-1) ?? '') - 1
  return (Math.min(part.length, 3) / 3) * (left > 2 ? 0.5 : 1)
}

/** Without its ending; of what stands for its folder, the folder. */
function stemOf(path: string): string {
  return path.replace(/\.[^./]*$/, '').replace(/\/(?:__init__|index|mod|lib)$/, '')
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function groupBy(paths: readonly string[], keyOf: (path: string) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (let file = 0; file < paths.length; file += 1) {
    const key = keyOf(paths[file] ?? '')
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [file])
    else known.push(file)
  }
  return groups
}
