import { Worker } from 'node:worker_threads'
import { optimiseLater } from '#kit/optimise-later.ts'
import { type Batch, type BatchOutcome, CLOCK, type FileOutcome, type WorkerData } from './batch.ts'
import { compileGrammars } from './compile-grammars.ts'
import { compileQuickRuntime } from './compile-runtime.ts'
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
  /** The worker's program, and the folder of the grammars. */
  readonly program: string
  readonly grammars: string
  readonly threads: number
  /** For one file. */
  readonly limitMs: number
  readonly onOutcome: (parsed: ParsedFile) => void
  /** Ends it early: what is being parsed is finished, and no more is begun. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Parses files in threads of their own. One bad file costs that file: a thread that hangs or dies in it is replaced, and
 * the rest of its batch is given to another.
 */
export async function parseFiles({ files, threads, signal, ...request }: ParseRequest): Promise<void> {
  if (signal?.aborted) return
  const queue: Batch[] = []
  for (let at = 0; at < files.length; at += BATCH_FILES)
    queue.push({ files: files.slice(at, at + BATCH_FILES) })
  if (queue.length === 0) return
  const stop = () => void queue.splice(0)
  signal?.addEventListener('abort', stop, { once: true })
  optimiseLater()
  const { grammars } = request
  const order = {
    ...request,
    runtime: compileQuickRuntime(grammars),
    compiled: compileGrammars(grammars, files),
  }
  const desks = Array.from({ length: Math.min(threads, queue.length) }, () => workThrough(queue, order))
  await Promise.all(desks)
  signal?.removeEventListener('abort', stop)
}

const BATCH_FILES = 24

/** A runtime never gives memory back, so that it is replaced after this many batches. */
const BATCHES_MAX = 200

type Order = Omit<ParseRequest, 'files' | 'threads' | 'signal'> & Pick<WorkerData, 'runtime' | 'compiled'>

/** One place at the queue, with one worker after another at it. */
async function workThrough(queue: Batch[], request: Order): Promise<void> {
  for (;;) {
    if (queue.length === 0) return
    const worker = hire(request)
    try {
      for (let done = 0; done < BATCHES_MAX; done += 1) {
        const batch = queue.shift()
        if (batch === undefined) return
        const left = await parseBatch(batch, { ...worker, ...request })
        if (left === null) continue
        if (left.files.length > 0) queue.unshift(left)
        break
      }
    } finally {
      await worker.thread.terminate()
    }
  }
}

type Hired = { readonly thread: Worker; readonly times: Float64Array }

function hire({ program, grammars, runtime, compiled, limitMs }: Order): Hired {
  const clock = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT)
  const data: WorkerData = { grammars, runtime, compiled, limitMs, clock }
  const thread = new Worker(program, { workerData: data })
  // One that dies between two batches must not take keel with it.
  thread.on('error', () => {})
  return { thread, times: new Float64Array(clock) }
}

/** Null when the batch was done. Else the worker is lost with one file, and what is left is for another. */
async function parseBatch(
  batch: Batch,
  { thread, times, limitMs, onOutcome }: Hired & Pick<ParseRequest, 'limitMs' | 'onOutcome'>,
): Promise<Batch | null> {
  const end = await new Promise<BatchOutcome | 'hang' | 'crash'>((resolve) => {
    let watchedAt = Date.now()
    let asleepMs = 0
    const watch = setInterval(() => {
      // A process that was put to sleep saw no time go by.
      asleepMs += Math.max(0, Date.now() - watchedAt - 2 * WATCH_MS)
      watchedAt = Date.now()
      const since = times[CLOCK.since] ?? 0
      if (since > 0 && Date.now() - since - asleepMs > limitMs * 2 + PATIENCE_MS) settle('hang')
    }, WATCH_MS)
    const crash = () => settle('crash')
    const settle = (value: BatchOutcome | 'hang' | 'crash') => {
      clearInterval(watch)
      thread.off('message', settle).off('error', crash).off('exit', crash)
      resolve(value)
    }
    thread.on('message', settle).on('error', crash).on('exit', crash)
    thread.postMessage(batch)
  })
  if (typeof end === 'object') {
    for (const [place, path] of batch.files.entries()) {
      const outcome = end.outcomes[place]
      if (outcome !== undefined) onOutcome({ path, outcome, origin: end.origins[place] ?? null })
    }
    return null
  }
  const culprit = batch.files[times[CLOCK.place] ?? 0]
  if (culprit !== undefined) onOutcome({ path: culprit, outcome: { kind: 'failed', why: end }, origin: null })
  return { files: batch.files.filter((path) => path !== culprit) }
}

const WATCH_MS = 200
const PATIENCE_MS = 1000
