import { join } from 'node:path'
import { askStatus } from '#context/code/walk/ask-status.ts'
import { type ListRequest, listTree, type Tree } from '#context/code/walk/list-tree.ts'
import { sha256 } from '#kit/sha256.ts'
import { findFocus } from './focus/find-focus.ts'
import type { MapRequest } from './map-request.ts'

/** What git has been asked for already. */
export type Asked = Pick<ListRequest, 'status' | 'changed'>

/** What a map would be made of, and the name of that. */
export async function findTree(
  request: MapRequest,
  asked: Asked = { status: askStatus(request.root) },
): Promise<{ readonly tree: Tree; readonly input: string }> {
  const { root, cache } = request
  const memory = cache === null ? null : join(cache, 'listings', sha256(root).slice(0, 12))
  const whole = await listTree({ root, memory, ...asked })
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

/** The contents of all files, and what was asked for. */
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
  return sha256([asked, ...files.map(({ path, blob }) => `${blob} ${path}`)].join('\n')).slice(0, 12)
}
