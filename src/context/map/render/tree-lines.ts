import type { Folder } from '../structure/structure.ts'
import { countOf } from './count-of.ts'
import type { MapLine } from './map-line.ts'

/** A line for each folder of the tree. One that was told of already has none: what is in it is named with it. */
export function treeLines(tree: Folder, told: ReadonlySet<string>): MapLine[] {
  return linesIn(tree, { seat: TOP, told, all: tree.files })
}

/** Where the folders in a folder are written. */
type Seat = {
  readonly depth: number
  readonly indent: number
  /** What most files are, as was said of the folder above. */
  readonly said: string | null
  /** The name of the folder above, where that has no line of its own. */
  readonly above: string
  /** The folder whose line they stand below. */
  readonly under: string
}

const TOP: Seat = { depth: 0, indent: 0, said: null, above: '', under: '' }

type Drawing = { readonly seat: Seat; readonly told: ReadonlySet<string>; readonly all: number }

function linesIn({ folders }: Folder, { seat, told, all }: Drawing): MapLine[] {
  return folders.flatMap((folder): MapLine[] => {
    const inner = linesIn(folder, { seat: seatIn(folder, { seat, told }), told, all })
    if (told.has(folder.path)) return inner
    const text = `${'  '.repeat(seat.indent)}- ${seat.above}${folder.name}/ ${annotation(folder, seat.said)}`
    const rank = rankOf(folder, { depth: seat.depth, all })
    return [{ section: 'structure', text, rank, folder: folder.path, under: seat.under }, ...inner]
  })
}

function seatIn({ name, path, mostly }: Folder, { seat, told }: Pick<Drawing, 'seat' | 'told'>): Seat {
  const depth = seat.depth + 1
  return told.has(path)
    ? { ...seat, depth, said: null, above: `${seat.above}${name}/` }
    : { depth, indent: seat.indent + 1, said: mostly, above: '', under: path }
}

/** What most files are is not said again where it is the same as in the folder above. */
function annotation({ role, files, mostly }: Folder, said: string | null): string {
  const kind = role === 'source' ? '' : `${role}, `
  return `(${kind}${countOf(files)}${mostly === null || mostly === said ? '' : `, mostly ${mostly}`})`
}

/** The shallow before the deep and the full before the empty: a level is worth as much as sixteen times the files. */
function rankOf({ role, files }: Folder, { depth, all }: { depth: number; all: number }): number {
  const smallness = Math.log2(Math.max(all, 1) / Math.max(files, 1)) / 4
  return RANK + depth + Math.max(0, smallness) + (role === 'source' ? 0 : ASIDE)
}

const RANK = 6
const ASIDE = 0.5

/**
 * Those of the lines that are left, with one more wherever some folders of one are drawn and others are not. A folder of
 * which nothing is drawn needs none: its own line has the number of its files. What was left out of one that has no line is
 * counted with what was left out of the folder around it.
 */
export function withLeftOut(lines: readonly MapLine[], tree: Folder): MapLine[] {
  const drawn = new Map<string, MapLine>()
  const named = new Set<string>()
  for (const line of lines) {
    if (line.folder === undefined) continue
    if (line.under === undefined) named.add(line.folder)
    else drawn.set(line.folder, line)
  }
  if (drawn.size === 0) return [...lines]
  return [...lines.filter(({ under }) => under === undefined), ...keptIn(tree, { drawn, named, indent: 0 })]
}

type Kept = {
  readonly drawn: ReadonlyMap<string, MapLine>
  /** Folders that are told of above the tree. */
  readonly named: ReadonlySet<string>
  readonly indent: number
}

function keptIn(folder: Folder, kept: Kept): readonly MapLine[] {
  const { lines, folders, files } = partsOf(folder, kept)
  if (lines.length === 0 || folders === 0) return lines
  const which = `${folders} more ${folders === 1 ? 'folder' : 'folders'}, ${countOf(files)}`
  const text = `${'  '.repeat(kept.indent)}- … ${which}`
  return [...lines, { section: 'structure', text, rank: Number.POSITIVE_INFINITY }]
}

type Parts = { readonly lines: readonly MapLine[]; readonly folders: number; readonly files: number }

/** What is drawn of the folders in a folder, and how many are not. */
function partsOf({ folders, more }: Folder, kept: Kept): Parts {
  const { drawn, named, indent } = kept
  const hasDrawn = (one: Folder): boolean => drawn.has(one.path) || one.folders.some(hasDrawn)
  const parts = folders.map((one): Parts => {
    const line = drawn.get(one.path)
    if (line !== undefined)
      return { lines: [line, ...keptIn(one, { ...kept, indent: indent + 1 })], folders: 0, files: 0 }
    if (named.has(one.path) || hasDrawn(one)) return partsOf(one, kept)
    return { lines: [], folders: 1, files: one.files }
  })
  return {
    lines: parts.flatMap(({ lines }) => lines),
    folders: parts.reduce((sum, part) => sum + part.folders, more?.folders ?? 0),
    files: parts.reduce((sum, part) => sum + part.files, more?.files ?? 0),
  }
}
