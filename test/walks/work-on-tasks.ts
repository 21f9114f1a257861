/** A process that takes tasks one after the other until none is left. Bundled and started by the test beside it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openJournal } from '#journal/open-journal.ts'
import { claimTask } from '#loop/tasks/claim-task.ts'
import { closeTask } from '#loop/tasks/close-task.ts'
import { openBoard } from '#loop/tasks/open-board.ts'
import { readyTasks } from '#loop/tasks/ready-tasks.ts'
import { files } from '#loop/tasks/sources/files.ts'

const [root = '', mode = 'claim', watched = 'watched'] = process.argv.slice(2)
const source = files(root)
const now = () => new Date()
const journal = openJournal({ root, writer: 'worker', now })
// A task whose process has ended could be taken again: `unwatched` is for who leaves what it claimed.
const claimant = `worker-${process.pid}`

for (;;) {
  const { table, leases } = openBoard(source, now())
  const ids = readyTasks(table, leases).map((place) => table.ids[place] ?? '')
  if (ids.length === 0) break
  const id = ids.find((one) => {
    const who = { claimant, process: watched === 'watched' ? process.pid : null }
    const outcome = claimTask({ source, id: one, ...who, leaseMs: 600_000, journal, now })
    if (!['claimed', 'held', 'not-open', 'busy'].includes(outcome.kind))
      throw new Error(JSON.stringify(outcome))
    return outcome.kind === 'claimed'
  })
  if (id === undefined) continue
  process.stdout.write(`${id}\n`)
  await sleep(0)
  if (mode === 'claim') continue
  const outcome = closeTask({
    source,
    id,
    by: claimant,
    decision: { kind: 'proven', entry: 'e1' },
    journal,
    now,
  })
  if (outcome.kind !== 'moved') throw new Error(JSON.stringify(outcome))
}
