import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catBlobs } from '#kit/cat-blobs.ts'
import { git } from '#kit/git.ts'
import { editTaskText } from './tasks/edit-task-text.ts'
import { TASKS_FOLDER } from './tasks/read-tasks.ts'

type Closing = { readonly root: string; readonly tree: string; readonly tasks: readonly string[] }

/**
 * The tree that was tested, with its task set to done, and the epics that end with it: so that the commit of the work is the one
 * that closes them. As it was where a task's file is not in it, or cannot be changed.
 */
export async function closeInTree({ root, tree, tasks }: Closing): Promise<string> {
  const entries = (await Promise.all(tasks.map((task) => closedEntry({ root, tree, task })))).flat()
  if (entries.length === 0) return tree
  const scratch = mkdtempSync(join(tmpdir(), 'keel-tree-'))
  const place = { cwd: root, index: join(scratch, 'index') }
  try {
    const infos = entries.flatMap((entry) => ['--cacheinfo', entry])
    for (const words of [
      ['read-tree', tree],
      ['update-index', '--add', ...infos],
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

type One = Omit<Closing, 'tasks'> & { readonly task: string }

/** The file of a task as git's index has it, once it is done; none where there is no such file. */
async function closedEntry({ root, tree, task }: One): Promise<string[]> {
  const path = `${TASKS_FOLDER}/${task}.md`
  const name = await git(root, ['rev-parse', '--verify', '-q', `${tree}:${path}`])
  const found = name.kind === 'ok' ? (await catBlobs(root, [name.output])).get(name.output) : undefined
  if (found === undefined) return []
  const edited = editTaskText(found.toString('utf8'), { status: 'done' })
  if (edited.kind === 'unfit') return []
  const blob = await git({ cwd: root, stdin: edited.text }, ['hash-object', '-w', '--stdin'])
  return blob.kind === 'failed' ? [] : [`100644,${blob.output},${path}`]
}
