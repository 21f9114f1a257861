import { calmWasm } from '#kit/calm-wasm.ts'
import { groupBy } from '#kit/group-by.ts'
import { optimiseLater } from '#kit/optimise-later.ts'
import { languageOf } from '../languages/all.ts'
import { type Batch, type BatchOutcome, CLOCK, type FileOutcome, type WorkerData } from './batch.ts'
import { compileGrammars } from './compile-grammars.ts'
import { compileQuickRuntime } from './compile-runtime.ts'
import { dismissThread, endThread, type Hired, hireThread } from './hire-thread.ts'
import { findNative } from './native/find-native.ts'
import type { Origin } from './read-source.ts'

export type ParsedFile = {
  readonly path: string
  readonly outcome: FileOutcome
  /** Null where the file broke whoever read it. */
  readonly origin: Origin | null
}

export type ParseRequest = {
  /** Whole paths. */
  readonly files: readonly string[]
  /** The worker's program, the folder of the grammars, and that of native parsers: null to parse all of it in WebAssembly. */
  readonly program: string
  readonly grammars: string
  readonly native: string | null
  readonly threads: number
  /** For one file. */
  readonly limitMs: number
  readonly onOutcome: (parsed: ParsedFile) => void
  /** Ends it early: nothing more is begun, and of what is in hand nothing more is told. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Parses files in threads of their own. One bad file costs that file: a thread that hangs or dies in it is replaced, and
 * the rest of its batch is given to another.
 */
export async function parseFiles({ files, threads, signal, ...request }: ParseRequest): Promise<void> {
  if (signal?.aborted) return
  const { grammars } = request
  const native = request.native === null ? null : findNative(request.native)
  const queue = batchesOf(files)
  const others = files.filter((path) => native?.grammars[grammarOf(path)] === undefined)
  if (queue.length === 0) return
  const stop = () => void queue.splice(0)
  signal?.addEventListener('abort', stop, { once: true })
  optimiseLater()
  calmWasm()
  const order = {
    ...request,
    signal,
    native,
    ...(others.length < QUICK_FROM ? {} : { runtime: compileQuickRuntime(grammars) }),
    compiled: compileGrammars(grammars, others.length < QUICK_FROM ? [] : others),
    programs: Math.min(threads, PROGRAMS),
    opened: new Set<string>(),
    desks: Math.min(threadsFor({ threads, natively: 1 - others.length / files.length }), queue.length),
  }
  await Promise.all(Array.from({ length: order.desks }, () => workThrough(queue, order)))
  signal?.removeEventListener('abort', stop)
}

/** From so many files on it pays to optimise what parses them in WebAssembly. */
const QUICK_FROM = 100

/** A thread has several native parsers at work, and is then not one to each core; what is parsed in WebAssembly is its own work. */
function threadsFor({ threads, natively }: { readonly threads: number; readonly natively: number }): number {
  return Math.max(1, Math.round(threads * (1 - natively + natively / PROGRAMS)))
}

/** Of a thread. */
const PROGRAMS = 2

function batchesOf(files: readonly string[]): Batch[] {
  return [...groupBy(files, grammarOf)].flatMap(([grammar, all]) =>
    Array.from({ length: Math.ceil(all.length / BATCH_FILES) }, (_, place) => ({
      grammar,
      files: all.slice(place * BATCH_FILES, (place + 1) * BATCH_FILES),
    })),
  )
}

function grammarOf(path: string): string {
  return languageOf(path)?.grammar ?? ''
}

const BATCH_FILES = 24

/** A runtime never gives memory back, so that it is replaced after this many batches. */
const BATCHES_MAX = 200

type Order = Omit<ParseRequest, 'files' | 'threads' | 'native'> &
  Pick<WorkerData, 'runtime' | 'compiled' | 'native' | 'programs'> & {
    /** The grammars that some thread was handed files of. */
    readonly opened: Set<string>
    /** How many work at the same queue. */
    readonly desks: number
  }

/** One place at the queue, with one worker after another at it. */
async function workThrough(queue: Batch[], request: Order): Promise<void> {
  let { native } = request
  let vain = 0
  while (queue.length > 0 && request.signal?.aborted !== true) {
    const worker = hireThread({ ...request, native })
    try {
      const end = await serve(queue, { ...worker, ...request })
      if (end === 'done') await dismissThread(worker)
      // It may have waited for a program that never answers.
      else if (end !== 'stopped') native = null
      vain = end === 'unstarted' ? vain + 1 : 0
      if (vain === STARTS_MAX) giveUp(queue, request)
    } finally {
      await endThread(worker)
    }
  }
}

/** So often in a row: there may be no memory for one just now. */
const STARTS_MAX = 3

function giveUp(queue: Batch[], { onOutcome }: Order): void {
  for (const path of queue.splice(0).flatMap(({ files }) => files))
    onOutcome({ path, outcome: { kind: 'failed', why: 'unstarted' }, origin: null })
}

/** `unstarted`: it has not even begun. `stopped`: somebody wants no more. */
type WorkEnd = 'done' | 'lost' | 'unstarted' | 'stopped'

/** Hands batches to a worker, the next before the last is done: whoever hands them has other work, too. */
async function serve(queue: Batch[], desk: Desk): Promise<WorkEnd> {
  const { thread, times, onOutcome, signal, opened, desks } = desk
  const handed: Batch[] = []
  const known = new Set<string>()
  let done = 0
  let hasAnswered = false
  const hand = () => {
    // Enough for as long as whoever hands them is busy, and as few near the end as leaves work for all.
    const most = Math.min(HANDED_MAX, Math.max(HANDED_MIN, Math.floor(queue.length / (2 * desks))))
    for (; handed.length < most && done < BATCHES_MAX && queue.length > 0; done += 1) {
      const batch = takeNext(queue, { known, opened })
      known.add(batch.grammar)
      opened.add(batch.grammar)
      handed.push(batch)
      thread.postMessage(batch)
    }
  }
  const nextEnd = listen(desk)
  for (hand(); handed.length > 0; ) {
    const end = await nextEnd()
    const batch = handed.shift() ?? NOTHING
    if (typeof end === 'string') {
      const isAtWork = (times[CLOCK.since] ?? 0) > 0
      const left = isAtWork ? withoutCulprit(batch, { ...desk, why: end }) : batch
      queue.unshift(...[left, ...handed].filter(hasFiles))
      return isAtWork || hasAnswered ? 'lost' : 'unstarted'
    }
    hasAnswered = true
    hand()
    tell(end, { batch, onOutcome })
    if (signal?.aborted) return 'stopped'
  }
  return 'done'
}

function hasFiles({ files }: Batch): boolean {
  return files.length > 0
}

function tell(
  { outcomes, origins }: BatchOutcome,
  { batch, onOutcome }: Pick<Order, 'onOutcome'> & { readonly batch: Batch },
): void {
  for (const [place, path] of batch.files.entries()) {
    const outcome = outcomes[place]
    if (outcome !== undefined) onOutcome({ path, outcome, origin: origins[place] ?? null })
  }
}

/** In a language that the thread knows, or else that nobody does; to help others out takes opening theirs once more. */
function takeNext(
  queue: Batch[],
  { known, opened }: { readonly known: ReadonlySet<string>; readonly opened: ReadonlySet<string> },
): Batch {
  const own = queue.findIndex(({ grammar }) => known.has(grammar))
  const place = own === -1 ? queue.findIndex(({ grammar }) => !opened.has(grammar)) : own
  const [batch = NOTHING] = queue.splice(Math.max(0, place), 1)
  return batch
}

const HANDED_MIN = 3
const HANDED_MAX = 12
const NOTHING: Batch = { grammar: '', files: [] }

type Desk = Hired & Pick<Order, 'limitMs' | 'onOutcome' | 'signal' | 'opened' | 'desks'>

type BatchEnd = BatchOutcome | 'hang' | 'crash'

/** Waits for what becomes of one batch after the other. A word instead: the worker is lost with one of its files. */
function listen({
  thread,
  times,
  limitMs,
}: Pick<Desk, 'thread' | 'times' | 'limitMs'>): () => Promise<BatchEnd> {
  const come: BatchEnd[] = []
  let wake: (() => void) | null = null
  const take = (end: BatchEnd) => {
    come.push(end)
    wake?.()
  }
  thread
    .on('message', take)
    .on('error', () => take('crash'))
    .on('exit', () => take('crash'))
  return async () => {
    let watchedAt = Date.now()
    let asleepMs = 0
    const watch = setInterval(() => {
      // A process that was put to sleep saw no time go by.
      asleepMs += Math.max(0, Date.now() - watchedAt - 2 * WATCH_MS)
      watchedAt = Date.now()
      const since = times[CLOCK.since] ?? 0
      if (since > 0 && Date.now() - since - asleepMs > limitMs * 2 + PATIENCE_MS) take('hang')
    }, WATCH_MS)
    await new Promise<void>((resolve) => {
      wake = resolve
      if (come.length > 0) resolve()
    })
    clearInterval(watch)
    return come.shift() ?? 'crash'
  }
}

/** The rest is for another worker. */
function withoutCulprit(
  { grammar, files }: Batch,
  { times, onOutcome, why }: Pick<Desk, 'times' | 'onOutcome'> & { readonly why: 'hang' | 'crash' },
): Batch {
  const culprit = files[times[CLOCK.place] ?? 0]
  if (culprit !== undefined) onOutcome({ path: culprit, outcome: { kind: 'failed', why }, origin: null })
  return { grammar, files: files.filter((path) => path !== culprit) }
}

const WATCH_MS = 200
const PATIENCE_MS = 1000
