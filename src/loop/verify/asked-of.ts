import { git } from '#kit/git.ts'
import { TASKS_FOLDER } from '../tasks/read-tasks.ts'

type Asking = {
  readonly root: string
  /** The tree or the commit that the work started from. */
  readonly from: string
  readonly task: string | null
  /** As they are now. */
  readonly words: string
}

/** What was asked of the work, as it stands now and as it stood when it began: who works on a task may have written in it since. */
export async function askedOf({ root, from, task, words }: Asking): Promise<string> {
  if (task === null) return words
  const written = await git(root, ['show', `${from}:${TASKS_FOLDER}/${task}.md`])
  return written.kind === 'failed' ? words : `${words}\n${written.output}`
}
