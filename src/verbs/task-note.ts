import * as z from 'zod'
import { composeNote, writeNote } from '#loop/tasks/write-note.ts'
import { asTaskFault } from './as-task-fault.ts'
import { assertProject } from './assert-project.ts'
import { findTaskId, taskId } from './find-task-id.ts'
import { taskSource } from './task-source.ts'
import { defineVerb } from './verb.ts'

export type TaskNoteReport = {
  readonly kind: 'noted'
  readonly dryRun: boolean
  readonly id: string
  readonly note: string
}

const TEXT_MAX = 10_000

export const taskNote = defineVerb({
  name: 'task note',
  summary: 'Write something down in a task.',
  details:
    'The note is added below the heading `## Notes` of its file, with the time and who wrote it. Write what the next one should know: ' +
    'what was tried, what was found, what is missing. What looks like a secret is taken out.',
  examples: [
    {
      command: 'keel task note k7f3q -m "The parser drops the flag in split(), not in read()."',
      explains: 'what was found',
    },
  ],
  input: z.object({
    id: taskId,
    text: z
      .string()
      .trim()
      .min(1)
      .max(TEXT_MAX)
      .describe('What to write down, in Markdown.')
      .meta({ short: 'm' }),
    dryRun: z.boolean().default(false).describe('Show the note and write nothing.'),
  }),
  positional: 'id',
  tells: null,
  tool: { name: 'note_task', effect: 'adds', answers: 'text', answer: describe },
  configuration: 'valid',
  run: async ({ id: typed, text, dryRun }, world): Promise<TaskNoteReport> => {
    assertProject(world.place)
    const source = taskSource(world)
    const id = findTaskId(typed, world)
    const about = { source, id, text, by: world.asker, at: world.now() }
    const outcome = dryRun ? ({ kind: 'noted', note: composeNote(about) } as const) : writeNote(about)
    if (outcome.kind !== 'noted') throw asTaskFault(outcome)
    return { ...outcome, dryRun, id }
  },
  hasFindings: () => false,
})

function describe({ id }: TaskNoteReport): string {
  return `Written down in ${id}.`
}
