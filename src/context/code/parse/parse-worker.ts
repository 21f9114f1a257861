import { parentPort, workerData } from 'node:worker_threads'
import type { Language } from '../language.ts'
import { type Batch, type BatchOutcome, CLOCK, type FileOutcome, type WorkerData } from './batch.ts'
import { beginOne } from './begin-one.ts'
import { startNative } from './native/start-native.ts'
import type { Origin } from './read-source.ts'
import {
  type Parse,
  type ParseOutcome,
  type ParseRequest,
  type Parsers,
  startParsing,
} from './start-parsing.ts'

/** A thread that parses batches of files, and says at each moment which one it has in hand. */
const { grammars, runtime, compiled, native, limitMs, clock }: WorkerData = workerData
const times = new Float64Array(clock)
const natively =
  native === null
    ? null
    : startNative(native, (pid) => {
        times[CLOCK.process] = pid
      })
let starting: Promise<Parsers> | null = null

/** Natively, where that can be: WebAssembly is not even started before somebody needs it. */
async function parsers(language: Language): Promise<((request: ParseRequest) => Finish) | null> {
  const parse = await natively?.parserOf(language)
  if (!parse) return inWasm(language)
  return (request) => {
    const finish = parse(request)
    return async () => (await finish?.()) ?? parseInWasm(language, request)
  }
}

type Finish = () => ParseOutcome | Promise<ParseOutcome>

async function inWasm(language: Language): Promise<Parse | null> {
  starting ??= startParsing({ grammars, compiled, ...(runtime === undefined ? {} : { runtime }) })
  return (await starting)(language)
}

async function parseInWasm(language: Language, request: ParseRequest): Promise<ParseOutcome> {
  const parse = await inWasm(language)
  return parse?.(request)() ?? { kind: 'failed', why: 'crash' }
}

/** One after the other, though the next is handed over before the last is done. */
let turn = Promise.resolve()
parentPort?.on('message', (order: Batch | 'finish') => {
  turn = turn.then(() => (order === 'finish' ? finish() : parseBatch(order)))
})

async function finish(): Promise<void> {
  await natively?.end()
  parentPort?.close()
}

async function parseBatch({ files }: Batch): Promise<void> {
  const outcomes: FileOutcome[] = []
  const origins: Origin[] = []
  const begin = (path: string | undefined) =>
    path === undefined ? null : beginOne({ path, parsers, limitMs })
  // Who is lost before that was lost by no file.
  times[CLOCK.place] = 0
  times[CLOCK.since] = Date.now()
  // While one is taken apart here, the native parser is at work on those that come next.
  const ahead = files.slice(0, AHEAD).map(begin)
  for (const place of files.keys()) {
    ahead.push(begin(files[place + AHEAD]))
    times[CLOCK.place] = place
    times[CLOCK.since] = Date.now()
    const finishOne = await ahead.shift()
    if (finishOne) {
      const { outcome, ...origin } = await finishOne((run) => run())
      outcomes.push(outcome)
      origins.push(origin)
    }
    times[CLOCK.since] = 0
  }
  parentPort?.postMessage({ outcomes, origins } satisfies BatchOutcome)
}

const AHEAD = 3
