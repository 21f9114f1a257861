import { type ListRequest, listTree, type Tree } from '#context/code/walk/list-tree.ts'
import { listingOf } from '#context/code/walk/listing.ts'
import { sha256 } from '#kit/sha256.ts'
import { findFocus } from './focus/find-focus.ts'
import type { MapRequest } from './map-request.ts'

/** What is known of the tree already, and where something may be kept of it. */
export type Known = Omit<ListRequest, 'root'>

/** What a map would be made of, and the name of that. */
export async function findTree(
  request: MapRequest,
  known: Known = {},
): Promise<{ readonly tree: Tree; readonly input: string }> {
  const { root, onRefusal } = request
  const whole = await listTree({ root, onRefusal, ...known })
  const isExcluded = await request.exclude.load()
  const tree = { ...whole, files: whole.files.filter(({ path }) => !isExcluded(path)) }
  assertFocus(tree, request.focus)
  return { tree, input: inputOf(tree, request) }
}

/** A focus that means nothing is a mistake of who typed it, whatever is remembered. */
function assertFocus({ files }: Tree, focus: readonly string[]): void {
  if (focus.length > 0)
    findFocus(
      files.map(({ path }) => path),
      focus,
    )
}

/** The contents of all files, and what was asked for, in digits. */
function inputOf(
  { files }: Tree,
  { tokens, depth, codeIntelligence, focus, version, health }: MapRequest,
): string {
  const asked = JSON.stringify({
    tokens,
    depth,
    codeIntelligence,
    focus,
    version,
    hasHealth: health !== null,
  })
  return inDigits(sha256(`${asked}\n${listingOf(files)}`))
}

/** Three digits are a token, whichever they are: so a stamp takes as many for one input as for another, and leaves the rest as it is. */
function inDigits(hash: string): string {
  return String(BigInt(`0x${hash}`) % 10n ** BigInt(DIGITS)).padStart(DIGITS, '0')
}

const DIGITS = 15
