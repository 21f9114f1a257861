import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { catBlobs } from '#kit/cat-blobs.ts'
import { removeFolder } from '#kit/remove-folder.ts'

/** The files of a tree, each with the name of its content. */
export type TreeFiles = ReadonlyMap<string, string>

type Manifests = {
  /** Where they lie, as they lie in the tree. */
  readonly folder: string
  readonly texts: ReadonlyMap<string, string>
}

/** Lends a folder with what a tree says about commands, and nothing else: what is followed there is what was so then. */
export async function withManifests<Value>(
  { root, files }: { root: string; files: TreeFiles },
  work: (manifests: Manifests) => Promise<Value>,
): Promise<Value> {
  const paths = [...files.keys()].filter(
    (path) => MANIFEST.test(path) && !/(?:^|\/)node_modules\//.test(path),
  )
  const blobs = await catBlobs(
    root,
    paths.map((path) => files.get(path) ?? ''),
  )
  const folder = mkdtempSync(join(tmpdir(), 'keel-checks-'))
  try {
    const texts = new Map(
      paths.map((path) => [path, blobs.get(files.get(path) ?? '')?.toString('utf8') ?? '']),
    )
    for (const [path, text] of texts) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return await work({ folder, texts })
  } finally {
    removeFolder(folder)
  }
}

const MANIFEST = /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml|Makefile|justfile)$/
