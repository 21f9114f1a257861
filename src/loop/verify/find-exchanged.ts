import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { catBlobs } from '#kit/cat-blobs.ts'
import { type TreePair, treeChanges } from '#kit/tree-changes.ts'
import type { Evidence, Tampering } from '#words/evidence.ts'
import { entryOf, isManifest, LOCKS } from './entry-of.ts'
import { programsIn } from './hash-programs.ts'

type Compared = TreePair & {
  readonly before: Evidence | null
  readonly command: string
  readonly programs: string
}

/** Installed test programs that are other than before the work began, though nothing that is committed asks for others of them. */
export async function findExchanged({ before, command, programs, ...trees }: Compared): Promise<Tampering[]> {
  const former = before !== null && before.command === command ? (before.programs ?? '') : ''
  const exchanged = changedBetween(former, programs)
  if (exchanged.length === 0) return []
  const unasked = await unaskedFor(exchanged, trees)
  // Without a lock file nothing tells what comes along with a package that was asked for.
  const isLocked = LOCKS.some((name) => existsSync(join(trees.root, name)))
  if (unasked.length === 0 || (!isLocked && unasked.length < exchanged.length)) return []
  const text = `What runs the tests was changed where it is installed (${unasked.join(', ')}), and neither a manifest nor a lock file says why.`
  return [{ kind: 'command-changed', path: 'node_modules', line: null, text }]
}

/** By name. None where nothing was installed before, or now, or where an earlier record does not tell packages apart. */
function changedBetween(former: string, now: string): string[] {
  const [had, has] = [programsIn(former), programsIn(now)]
  if (had === null || has === null) return []
  return [...new Set([...had.keys(), ...has.keys()])].filter((name) => had.get(name) !== has.get(name))
}

async function unaskedFor(names: readonly string[], trees: TreePair): Promise<string[]> {
  const changes = ((await treeChanges(trees)) ?? []).filter(({ path }) => isManifest(path))
  const blobs = await catBlobs(
    trees.root,
    changes.flatMap(({ blob, formerBlob }) => [blob, formerBlob]),
  )
  const textOf = (blob: string) => blobs.get(blob)?.toString('utf8') ?? ''
  return names.filter((name) =>
    changes.every(
      ({ path, blob, formerBlob }) =>
        entryOf(name, { path, text: textOf(blob) }) === entryOf(name, { path, text: textOf(formerBlob) }),
    ),
  )
}
