import { catBlobs } from '#kit/cat-blobs.ts'
import { git } from '#kit/git.ts'
import { committable } from '#kit/tree-hash.ts'
import { decidesAboutTests } from './decides-about-tests.ts'

/** A file of settings, by its path from the root. */
export type SettingsText = { readonly path: string; readonly text: string }

/** What at the root of a tree decides about its tests, changed or not; none where git cannot tell. */
export async function settingsIn(root: string, tree: string): Promise<SettingsText[]> {
  const list = ['ls-tree', '-z', '--full-tree', committable(tree)]
  const answers = await Promise.all([git(root, list), git(root, [...list, '.keel/config.yaml'])])
  const found = answers.flatMap((answer) =>
    answer.kind === 'failed'
      ? []
      : [...answer.output.matchAll(/\d+ blob (\w+)\t([^\0]+)/g)].map(([, blob = '', path = '']) => ({
          blob,
          path,
        })),
  )
  const wanted = found.filter(({ path }) => decidesAboutTests(path))
  const blobs = await catBlobs(
    root,
    wanted.map(({ blob }) => blob),
  )
  return wanted.map(({ blob, path }) => ({
    path,
    text: blobs.get(blob)?.toString('utf8').replaceAll('\r\n', '\n') ?? '',
  }))
}
