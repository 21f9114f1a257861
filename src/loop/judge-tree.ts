import { join } from 'node:path'
import { git } from '#kit/git.ts'
import type { Denial } from '#words/decision.ts'
import type { Desk } from './desk.ts'

/**
 * What guards have against the tree that is about to be committed, file by file. A hook sees what an agent asks for; a
 * script that the agent ran asks nobody, and its traces are found here.
 */
export async function judgeTree({ order, parts }: Desk, tree: string): Promise<Denial | null> {
  const { root, base } = order
  const diff = await git(root, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', base, tree])
  if (diff.kind === 'failed') return deny(`The change could not be looked through: ${diff.message}`)
  for (const name of diff.output.split('\0').filter((path) => path !== '')) {
    const decision = parts.judge([{ kind: 'write', path: join(root, name), text: null }])
    if (decision.kind === 'deny') return decision
  }
  return null
}

function deny(reason: string): Denial {
  return { kind: 'deny', guard: 'keel', reason, action: null }
}
