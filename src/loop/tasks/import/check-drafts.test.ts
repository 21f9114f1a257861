import { expect, it } from 'vitest'
import { spreadWaits } from './check-drafts.ts'
import { taskMaster } from './task-master.ts'

it('has nobody wait for a part that was given up, where the whole is done', () => {
  const list = (status: string) => ({
    tasks: [
      {
        id: 1,
        title: 'Core',
        status,
        dependencies: [],
        subtasks: [
          { id: 1, title: 'a', status: 'done' },
          { id: 2, title: 'b', status: 'cancelled' },
        ],
      },
      { id: 2, title: 'After', status: 'pending', dependencies: [1] },
    ],
  })
  const waits = (status: string) => {
    const file = { path: 'tasks.json', text: JSON.stringify(list(status)), beside: () => null }
    const outcome = taskMaster.read(file, { tag: null })
    return outcome.kind === 'drafts' ? spreadWaits(outcome.drafts).get('master/2') : outcome
  }
  expect(waits('done')).toEqual(['master/1'])
  expect(waits('pending')).toEqual(['master/1.1', 'master/1.2'])
})
