import { basename } from 'node:path/posix'
import { catBlobs } from '#kit/cat-blobs.ts'
import { type TreePair, treeChanges } from '#kit/tree-changes.ts'
import type { Tampering } from '#words/evidence.ts'
import { lineOf } from './tamper/commands/line-of.ts'

type Turning = TreePair & {
  /** The tests that failed before the work, and do not now; null where nobody knows which. */
  readonly turned: readonly string[] | null
}

/**
 * Snapshots of tests that failed before the work, which hold something else now: they are what such a test expects, and one option
 * has them written anew. Those of tests that were green change with what they show, and are nobody's business.
 */
export async function findResnapped({ turned, root, from, to }: Turning): Promise<Tampering[]> {
  if (turned?.length === 0) return []
  const changes = ((await treeChanges({ root, from, to })) ?? []).filter(
    ({ what, path }) => what === 'file' && KEPT.test(path),
  )
  const blobs = await catBlobs(
    root,
    changes.flatMap(({ blob, formerBlob }) => [blob, formerBlob]),
  )
  const textOf = (blob: string) => blobs.get(blob)?.toString('utf8').replaceAll('\r\n', '\n') ?? ''
  const files = changes.map(({ path, blob, formerBlob }) => {
    const [before, after] = [textOf(formerBlob), textOf(blob)]
    return { path, after, was: snapshotsIn(path, before), is: snapshotsIn(path, after) }
  })
  const known = new Set(files.flatMap(({ was }) => was.map(({ key }) => key)))
  const kept = new Set(files.flatMap(({ is }) => is.map(({ key, body }) => `${key}\0${body}`)))
  const renamed = new Set(
    files.flatMap(({ is }) => is.filter(({ key }) => !known.has(key)).map(({ body }) => body)),
  )
  return files.flatMap(({ path, after, was, is }) =>
    was.flatMap(({ key, name, body }): Tampering[] => {
      const isGone = !is.some((one) => one.key === key)
      // A test may be moved, or have another name, and expect the same.
      if (kept.has(`${key}\0${body}`) || (isGone && renamed.has(body))) return []
      if (turned?.some((id) => isOf(id, { path, name })) === false) return []
      const how = isGone ? 'taken away' : 'written anew'
      const text = `“${name}” failed before the work, and the snapshot that it has to match was ${how}.`
      return [{ kind: 'expectation-changed', path, line: lineOf(after, name), text }]
    }),
  )
}

const KEPT = /\.(?:snap|snapshot|ambr)$|\.(?:approved|verified)\.\w+$/

type Snapshot = {
  /** By which it is told from the others of its test. */
  readonly key: string
  readonly name: string
  readonly body: string
}

/** Jest's, Vitest's and node:test's, syrupy's, those of Go, and such as are a file each. */
function snapshotsIn(path: string, text: string): Snapshot[] {
  if (text === '') return []
  const several = SHAPES.flatMap((shape) =>
    [...text.matchAll(shape)].map(([, key = '', body = '']) => ({
      key,
      name: key.replace(/(?: -)? \d+$/, ''),
      body: body.trim(),
    })),
  )
  if (several.length > 0) return several
  const key = basename(path).replace(/\.snap$|\.(?:approved|verified)\.\w+$/, '')
  const name = key.replace(/^.*(?:__|\.)/, '').replace(/-\d+$/, '')
  return [{ key, name, body: text.replace(/^---\n[\s\S]*?\n---\n/, '').trim() }]
}

const SHAPES = [
  /^exports\[`((?:[^`\\]|\\.)*)`\] = `((?:[^`\\]|\\.)*)`;$/gm,
  /^# name: (.+)\n([\s\S]*?)^# ---$/gm,
  /^\[(Test\S* - \d+)\]\n([\s\S]*?)^---$/gm,
]

/** Whether a framework's name for a test ends in what a snapshot is called; a file of snapshots has the name of the tests' file. */
function isOf(id: string, { path, name }: { path: string; name: string }): boolean {
  const tests = /__snapshots__\/(.+\.[cm]?[jt]sx?)\.snap$/.exec(path)?.[1]
  if (tests !== undefined && /\.[cm]?[jt]sx?(?= [>›] )/.test(id) && !id.includes(tests)) return false
  const [whole, part] = [plain(id), plain(name)]
  return part !== '' && (whole === part || whole.endsWith(` ${part}`))
}

function plain(name: string): string {
  return name
    .replaceAll(/\\(.)/g, '$1')
    .replaceAll(/\s*(?:::| [>›] |\.(?=\w))\s*|\s+/g, ' ')
    .trim()
}
