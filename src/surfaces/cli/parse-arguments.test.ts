import { expect, it } from 'vitest'
import { taskNote } from '#verbs/task-note.ts'
import { taskShow } from '#verbs/task-show.ts'
import { parseArguments } from './parse-arguments.ts'

it('what is too much is sent to the flag that is missing, and else into quotes', () => {
  expect(() => parseArguments(taskNote, ['bbb', 'a text'])).toThrow('What is its text goes behind -m.')
  expect(() => parseArguments(taskShow, ['bbb', 'ccc'])).toThrow('Put words that belong together in quotes.')
})
