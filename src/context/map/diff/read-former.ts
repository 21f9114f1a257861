import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { contentKey } from '#context/code/content-key.ts'
import { engine } from '#context/code/engine.ts'
import type { CodeFile } from '#context/code/graph/code-file.ts'
import { openCodeIndex } from '#context/code/index/code-index.ts'
import { readCode } from '#context/code/read-code.ts'
import type { TreeFile } from '#context/code/walk/tree-file.ts'
import { catBlobs } from '#kit/cat-blobs.ts'
import { sha256 } from '#kit/sha256.ts'
import type { UnknownFile } from './map-diff.ts'

export type Former = {
  readonly files: readonly Pick<CodeFile, 'path' | 'tags'>[]
  /** Those whose content nobody has any more, or that could not be parsed. */
  readonly unknown: readonly UnknownFile[]
}

/** What parsing finds, or once found, in contents that need not lie on the disk any more: keel remembers them, or git has them. */
export async function readFormer(
  files: readonly TreeFile[],
  { root, cache }: { root: string; cache: string | null },
): Promise<Former> {
  // Each by its place, so that no path of a listing leads anywhere, and with its name, which tells the language.
  const placed = files.map(({ path, blob }, place) => ({ path: `${place}/${basename(path)}`, blob }))
  const missing = placed.filter(isForgotten(placed, cache))
  const folder = mkdtempSync(join(tmpdir(), 'keel-former-'))
  try {
    for (let at = 0; at < missing.length; at += GROUP)
      await layOut(missing.slice(at, at + GROUP), { root, folder })
    const tree = {
      files: placed,
      source: 'folder',
      mark: null,
      head: null,
      changed: [],
      listedAt: Number.POSITIVE_INFINITY,
    } as const
    const { files: code, problems } = await readCode({ root: folder, tree, cache, isPart: true, ...engine() })
    const pathOf = new Map(placed.map(({ path }, place) => [path, files[place]?.path ?? '']))
    return {
      files: code.map(({ path, tags }) => ({ path: pathOf.get(path) ?? '', tags })),
      unknown: problems.flatMap(({ path, why }) =>
        why === 'syntax'
          ? []
          : [{ path: pathOf.get(path) ?? '', why: why === 'unreadable' ? 'forgotten' : why }],
      ),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isForgotten(files: readonly TreeFile[], cache: string | null): (file: TreeFile) => boolean {
  if (cache === null) return () => true
  const index = openCodeIndex({ folder: cache, engine: sha256(readFileSync(engine().program)) })
  const known = new Set<string>()
  index.find(
    files.flatMap((file) => contentKey(file) ?? []),
    (key) => known.add(key),
  )
  return (file) => !known.has(contentKey(file) ?? '')
}

async function layOut(
  files: readonly TreeFile[],
  { root, folder }: { root: string; folder: string },
): Promise<void> {
  const contents = await catBlobs(
    root,
    files.map(({ blob }) => blob),
  )
  for (const { path, blob } of files) {
    const content = contents.get(blob)
    if (content === undefined) continue
    mkdirSync(join(folder, dirname(path)))
    writeFileSync(join(folder, path), content)
  }
}

/** Of contents that are in memory at once. */
const GROUP = 500
