import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catBlobs } from '#kit/cat-blobs.ts'
import { git } from '#kit/git.ts'
import { editTaskText } from './tasks/edit-task-text.ts'
import { TASKS_FOLDER } from './tasks/read-tasks.ts'

type Closing = { readonly root: string; readonly tree: string; readonly task: string }

/**
 * The tree that was tested, with its task set to done: so that the commit of the work is the one that closes it. The same tree
 * where the task's file is not in it, or cannot be changed.
 */
export async function closeInTree({ root, tree, task }: Closing): Promise<string> {
  const path = `${TASKS_FOLDER}/${task}.md`
  const name = await git(root, ['rev-parse', '--verify', '-q', `${tree}:${path}`])
  const found = name.kind === 'ok' ? (await catBlobs(root, [name.output])).get(name.output) : undefined
  if (found === undefined) return tree
  const edited = editTaskText(found.toString('utf8'), { status: 'done' })
  if (edited.kind === 'unfit') return tree
  const scratch = mkdtempSync(join(tmpdir(), 'keel-tree-'))
  const place = { cwd: root, index: join(scratch, 'index') }
  try {
    const blob = await git({ cwd: root, stdin: edited.text }, ['hash-object', '-w', '--stdin'])
    if (blob.kind === 'failed') return tree
    const entry = `100644,${blob.output},${path}`
    for (const words of [
      ['read-tree', tree],
      ['update-index', '--add', '--cacheinfo', entry],
    ]) {
      const said = await git(place, words)
      if (said.kind === 'failed') return tree
    }
    const made = await git(place, ['write-tree'])
    return made.kind === 'ok' ? made.output : tree
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
