import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { CLOCK, type WorkerData } from './batch.ts'

/** A thread that parses, and what it says of itself, see `CLOCK`. */
export type Hired = { readonly thread: Worker; readonly times: Float64Array }

export type Hiring = Omit<WorkerData, 'clock'> & {
  /** What the thread runs. */
  readonly program: string
}

export function hireThread({ program, runtime, ...hiring }: Hiring): Hired {
  const { grammars, compiled, native, programs, limitMs } = hiring
  const clock = new SharedArrayBuffer((CLOCK.process + programs) * Float64Array.BYTES_PER_ELEMENT)
  const data: WorkerData = {
    grammars,
    compiled,
    native,
    programs,
    limitMs,
    clock,
    ...(runtime === undefined ? {} : { runtime }),
  }
  // What the whole program was started with need not suit a thread: a text on the command line is no file.
  const thread = new Worker(program, { workerData: data, execArgv: [] })
  // One that dies between two batches must not take keel with it.
  thread.on('error', () => {})
  return { thread, times: new Float64Array(clock) }
}

/** Has it end by itself, with the native parser that it has started. One that hangs is not waited for. */
export async function dismissThread({ thread }: Hired): Promise<void> {
  const late = new AbortController()
  const left = once(thread, 'exit', { signal: late.signal })
  const clock = setTimeout(() => late.abort(), DISMISSED_MS)
  thread.postMessage('finish')
  await left.catch(() => {})
  clearTimeout(clock)
}

const DISMISSED_MS = 1000

/** Ends it wherever it is, and what it has started and can no longer end. */
export async function endThread({ thread, times }: Hired): Promise<void> {
  await thread.terminate()
  for (const pid of times.subarray(CLOCK.process)) {
    try {
      if (pid > 0) process.kill(pid, 'SIGKILL')
    } catch {
      // It has come to its end by itself.
    }
  }
}
