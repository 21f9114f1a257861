import * as z from 'zod'
import { drawGraph, GRAPH_FORMATS, type TaskDrawing } from '#loop/tasks/draw-graph.ts'
import { openBoard } from '#loop/tasks/open-board.ts'
import { findTaskId, taskId } from './find-task-id.ts'
import { taskSource } from './task-source.ts'
import { defineVerb } from './verb.ts'

export const taskGraph = defineVerb({
  name: 'task graph',
  summary: 'Draw what waits for what.',
  details:
    'As text, or in the languages of Mermaid and Graphviz. Without an id: all that is not done and waits, is waited for, or is a part of ' +
    'something. With one: all that hangs together with it. Tasks in a cycle are marked.',
  examples: [
    { command: 'keel task graph', explains: 'as text' },
    { command: 'keel task graph --format dot | dot -Tsvg > tasks.svg', explains: 'as a picture' },
    { command: 'keel task graph k7f3q --format mermaid', explains: 'for a Markdown page' },
  ],
  input: z.object({
    id: taskId.optional(),
    format: z.enum(GRAPH_FORMATS).default('text').describe('How to draw it.'),
    done: z.boolean().default(false).describe('Tasks that are done, too.'),
  }),
  positional: 'id',
  tells: null,
  tool: null,
  configuration: 'valid',
  run: async ({ id, format, done }, world): Promise<TaskDrawing> => {
    const { table } = openBoard(taskSource(world), world.now())
    const around = id === undefined ? null : findTaskId(id, world)
    return drawGraph(table, { around, format, which: done ? 'all' : 'left' })
  },
  hasFindings: () => false,
})
