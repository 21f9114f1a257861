import { parentPort, workerData } from 'node:worker_threads'
import { languageOf } from '../languages/all.ts'
import { type Batch, type BatchOutcome, CLOCK, type FileOutcome, type WorkerData } from './batch.ts'
import { readSource, type Source } from './read-source.ts'
import { type Parse, startParsing } from './start-parsing.ts'

/** A thread that parses batches of files, and says at each moment which one it has in hand. */
const { grammars, runtime, limitMs, clock }: WorkerData = workerData
const times = new Float64Array(clock)
const parsing = startParsing(grammars, runtime)

parentPort?.on('message', async ({ files }: Batch) => {
  const parse = await parsing
  const outcomes: FileOutcome[] = []
  const changedAt: number[] = []
  for (const [place, path] of files.entries()) {
    times[CLOCK.place] = place
    times[CLOCK.since] = Date.now()
    const source = readSource(path)
    changedAt.push(source.changedAt)
    outcomes.push(await parseOne(path, { source, parse }))
    times[CLOCK.since] = 0
  }
  parentPort?.postMessage({ outcomes, changedAt } satisfies BatchOutcome)
})

async function parseOne(
  path: string,
  { source, parse }: { source: Source; parse: Parse },
): Promise<FileOutcome> {
  const language = languageOf(path)
  if (language === null) return { kind: 'unread', why: 'unknown' }
  if (source.kind === 'unread') return { kind: 'unread', why: source.why }
  const { text, isGenerated } = source
  const outcome = await parse({ language, source: text, limitMs })
  switch (outcome.kind) {
    case 'timeout':
      return { kind: 'failed', why: 'timeout' }
    case 'no-grammar':
      return { kind: 'unread', why: 'no-grammar' }
    case 'parsed':
      return { kind: 'parsed', tags: JSON.stringify(outcome.tags), isGenerated, hasErrors: outcome.hasErrors }
  }
}
