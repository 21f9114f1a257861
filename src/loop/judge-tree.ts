import { join } from 'node:path'
import { treeChanges } from '#kit/tree-changes.ts'
import type { Denial } from '#words/decision.ts'
import type { Desk } from './desk.ts'

/**
 * What guards have against the tree that is about to be committed, file by file. A hook sees what an agent asks for; a
 * script that the agent ran asks nobody, and its traces are found here.
 */
export async function judgeTree({ order, parts }: Desk, tree: string): Promise<Denial | null> {
  const { root, base } = order
  const changes = await treeChanges({ root, from: base, to: tree })
  if (changes === null)
    return { kind: 'deny', guard: 'keel', reason: 'The change could not be looked through.', action: null }
  for (const { path } of changes) {
    const decision = parts.judge([{ kind: 'write', path: join(root, path), text: null }])
    if (decision.kind === 'deny') return decision
  }
  return null
}
