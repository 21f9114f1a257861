import { parentPort, workerData } from 'node:worker_threads'
import { type Batch, type BatchOutcome, CLOCK, type FileOutcome, type WorkerData } from './batch.ts'
import { parseOne } from './parse-one.ts'
import type { Origin } from './read-source.ts'
import { startParsing } from './start-parsing.ts'

/** A thread that parses batches of files, and says at each moment which one it has in hand. */
const { grammars, runtime, compiled, limitMs, clock }: WorkerData = workerData
const times = new Float64Array(clock)
const starting = startParsing({ grammars, runtime, compiled })

parentPort?.on('message', async ({ files }: Batch) => {
  const parsers = await starting
  const outcomes: FileOutcome[] = []
  const origins: Origin[] = []
  for (const [place, path] of files.entries()) {
    times[CLOCK.place] = place
    times[CLOCK.since] = Date.now()
    const { outcome, ...origin } = await parseOne({ path, parsers, limitMs })
    outcomes.push(outcome)
    origins.push(origin)
    times[CLOCK.since] = 0
  }
  parentPort?.postMessage({ outcomes, origins } satisfies BatchOutcome)
})
