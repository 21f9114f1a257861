import { parentPort, workerData } from 'node:worker_threads'
import type { Language } from '../language.ts'
import { textOfTags } from '../write-tags.ts'
import { type Batch, type BatchOutcome, CLOCK, type FileOutcome, type WorkerData } from './batch.ts'
import { beginOne, type FinishOne } from './begin-one.ts'
import { shareNatively } from './native/share-natively.ts'
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
const { grammars, runtime, compiled, native, programs, limitMs, clock }: WorkerData = workerData
const times = new Float64Array(clock)
const natively =
  native === null
    ? null
    : shareNatively(
        Array.from({ length: programs }, (_, place) =>
          startNative(native, (pid) => {
            times[CLOCK.process + place] = pid
          }),
        ),
      )
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

/** Paths that were handed over and are not begun yet, and files that were begun, both in the order of their batches. */
const handed: string[] = []
const begun: Promise<FinishOne<Finish>>[] = []

/** One after the other, though the next is handed over before the last is done. */
let turn = Promise.resolve()
parentPort?.on('message', (order: Batch | 'finish') => {
  if (order !== 'finish') handed.push(...order.files)
  turn = turn.then(() => (order === 'finish' ? finish() : parseBatch(order)))
})

async function finish(): Promise<void> {
  await natively?.end()
  parentPort?.close()
}

async function parseBatch({ files }: Batch): Promise<void> {
  const outcomes: FileOutcome[] = []
  const origins: Origin[] = []
  const written: ArrayBuffer[] = []
  // Who is lost before that was lost by no file.
  times[CLOCK.place] = 0
  times[CLOCK.since] = Date.now()
  for (const place of files.keys()) {
    times[CLOCK.place] = place
    times[CLOCK.since] = Date.now()
    beginSome()
    const finishOne = await begun.shift()
    if (finishOne) {
      const { outcome, ...origin } = await finishOne((run) => run())
      outcomes.push(outcome.kind === 'parsed' ? inBytes(outcome, written) : outcome)
      origins.push(origin)
    }
    times[CLOCK.since] = 0
  }
  parentPort?.postMessage({ outcomes, origins } satisfies BatchOutcome, written)
}

/** Bytes are handed over as they lie there, where a text is copied twice and then turned into bytes by who keeps it. */
function inBytes(outcome: ParsedFile, written: ArrayBuffer[]): ParsedFile {
  const tags = encoder.encode(textOfTags(outcome.tags))
  written.push(tags.buffer)
  return { ...outcome, tags }
}

type ParsedFile = Extract<FileOutcome, { readonly kind: 'parsed' }>

const encoder = new TextEncoder()

/** While one is taken apart here, native parsers are at work on those that come next, also of the next batch. */
function beginSome(): void {
  for (const path of handed.splice(0, AHEAD - begun.length)) begun.push(beginOne({ path, parsers, limitMs }))
}

/** A large one must not leave the other parser without work. */
const AHEAD = 32
