import type { ProgramName } from '../programs.ts'
import type { Frame } from './frames.ts'
import { type KnownFile, MARKER } from './known-files.ts'

/** One file, seen once. */
export type Sighting = {
  readonly file: KnownFile
  readonly frame: Frame
  /** What the frame shows of it, and perhaps of others before and after. */
  readonly shown: string
  /** The file that its frame stands in. */
  readonly around: KnownFile | null
}

/** All sightings in a request, in the order of its text. */
export function findSightings({
  name,
  known,
  frames,
}: {
  name: ProgramName
  known: readonly KnownFile[]
  frames: readonly Frame[]
}): Sighting[] {
  const sought = SOUGHT[name] ?? (() => true)
  const sightings: Sighting[] = []
  for (const frame of frames) {
    const around = sightings.find((one) => one.frame === frame.parent)?.file ?? null
    const marked = sightingsByMarker({ known, frame, sought, taken: sightings.map(({ file }) => file) })
    const unmarked = known.find((file) => file.markers.size === 0 && isShown(file, frame))
    if (marked.length > 0) sightings.push(...marked.map((one) => ({ ...one, around })))
    else if (unmarked !== undefined) sightings.push({ file: unmarked, frame, shown: frame.text, around })
  }
  return sightings
}

/** A file without markers can only be told by where it is said to be from, or by its whole text. */
function isShown({ absolute, text }: KnownFile, { path, kind, text: shown }: Frame): boolean {
  if (text.trim() === '' || kind === 'between') return false
  return path === null ? shown.trim().startsWith(text.trim()) : absolute === path
}

/** A marker that comes again, or one that stands further up in its file than the last, begins another sighting. */
function sightingsByMarker({
  known,
  frame,
  sought,
  taken,
}: {
  known: readonly KnownFile[]
  frame: Frame
  sought: Sought
  taken: readonly KnownFile[]
}): Omit<Sighting, 'around'>[] {
  const found: { file: KnownFile; at: number; start: number; end: number }[] = []
  for (const { 0: marker, index } of frame.text.replaceAll('\0', '').matchAll(MARKER)) {
    const candidates = known.filter(({ markers }) => markers.has(marker))
    const open = found.findLast(({ file }) => candidates.includes(file))
    const further = open?.file.markers.get(marker) ?? 0
    if (open !== undefined && open.at < further) {
      Object.assign(open, { at: further, end: index })
      continue
    }
    const seen = [...taken, ...found.map((one) => one.file)]
    const file = chooseFile(candidates, { frame, sought, seen })
    if (file !== undefined) found.push({ file, at: file.markers.get(marker) ?? 0, start: index, end: index })
  }
  return found.map(({ file, start, end }) => {
    // What stands between two sightings may belong to either.
    const before = Math.max(0, ...found.filter((one) => one.end < start).map((one) => one.end))
    const after = Math.min(
      frame.text.length,
      ...found.filter((one) => one.start > end).map((one) => one.start),
    )
    return { file, frame, shown: frame.text.slice(before, after) }
  })
}

/**
 * Of files with the same text, the one that the host names; else one that the host looks for, that was not seen yet,
 * and is no link.
 */
function chooseFile(
  candidates: readonly KnownFile[],
  { frame, sought, seen }: { frame: Frame; sought: Sought; seen: readonly KnownFile[] },
): KnownFile | undefined {
  const rank = (file: KnownFile) =>
    [file.absolute === frame.path, sought(file, frame), !seen.includes(file), !file.isLink]
      .map(Number)
      .join('')
  return candidates.toSorted((one, other) => rank(other).localeCompare(rank(one)))[0]
}

type Sought = (file: KnownFile, frame: Frame) => boolean

/** The files that a host looks for, where it does not say which one it shows. */
const SOUGHT: Readonly<Partial<Record<ProgramName, Sought>>> = {
  codex: ({ path }) => /^(?:~\/\.codex\/|(?![~.]))(?:.*\/)?AGENTS[^/]*\.md$/.test(path),
  copilot: ({ path }, { kind }) =>
    kind === 'between'
      ? /\.instructions\.md$|\.claude\/rules\//i.test(path)
      : /(?:^|\/)(?:agents|claude|gemini|copilot-instructions)\.md$/i.test(path),
}
