import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { type Answer, readAnswers } from './read-answers.ts'

/** What `parse.c` is asked. What is asked by a query is remembered there by its place. */
export type Question =
  | { readonly kind: 'query'; readonly place: number; readonly grammar: string; readonly query: string }
  | { readonly kind: 'parse'; readonly place: number; readonly text: NativeText; readonly limitMs: number }

/** Bytes are in UTF-8, without a fault. They are half of what the same text is else, and lie there already. */
type NativeText = string | Uint8Array

export type NativeProgram = {
  /** Answers come in the order of the questions, and any number may be asked before the first is answered. */
  readonly ask: (question: Question) => Promise<Answer>
  /** Has it come to its end, once all is answered. Whoever forgets that leaves it to the end of the thread, whose pipe it reads. */
  readonly end: () => Promise<void>
  /** Ends it at once, and nobody waits for that: not even the end of keel, for which all that was started is waited else. */
  readonly drop: () => void
}

/**
 * Starts the native parser when the first question is asked, and again when it has come to its end: the question that it was at
 * has its answer then, and the others are asked anew. One that cannot be started, does not answer in time, answers something else,
 * forgets what it knew or ends again and again is asked no more. Says which process it is, and zero when it is none any more.
 */
export function openProgram(program: string, onRunning: (pid: number) => void = () => {}): NativeProgram {
  /** Queries that were answered: whoever is started later must hear them first. */
  const opened: Waiting[] = []
  let waiting: Waiting[] = []
  let running: ChildProcessByStdio<Writable, Readable, null> | null = null
  let isBroken = false
  let ends = 0
  let clock: { readonly timeout: NodeJS.Timeout; readonly patienceMs: number } | null = null
  /** The first in the line has so long from now. Most have the same, and a clock that runs is only set back. */
  const watch = () => {
    const [first] = waiting
    if (first !== undefined && first.patienceMs === clock?.patienceMs) {
      clock.timeout.refresh()
      return
    }
    clearTimeout(clock?.timeout)
    const patienceMs = first?.patienceMs ?? 0
    clock = first === undefined ? null : { timeout: setTimeout(giveUp, patienceMs), patienceMs }
  }
  const giveUp = () => {
    isBroken = true
    running?.kill('SIGKILL')
  }
  const send = (one: Waiting) => {
    if (running === null && !isBroken) {
      running = start()
      for (const query of opened) send({ ...query, settle: forget })
    }
    if (running === null) {
      one.settle({ kind: 'unknown' })
      return
    }
    waiting.push(one)
    if (waiting.length === 1) watch()
    running.stdin.write(one.frame)
  }
  const start = () => {
    // In a group of its own: who interrupts keel speaks to keel alone, and the file in hand is not the reason.
    const child = spawn(program, { stdio: ['pipe', 'pipe', 'ignore'], detached: true })
    if (child.pid === undefined) {
      child.on('error', () => {})
      isBroken = true
      return null
    }
    readAnswers(child.stdout, {
      onAnswer: (answer) => {
        waiting.shift()?.settle(answer)
        watch()
      },
      onNonsense: giveUp,
    })
    child.on('error', () => {})
    child.on('close', (_code, signal) => end({ kind: signal === 'SIGPROF' ? 'hang' : 'crash' }))
    // What cannot be written any more is not answered either.
    child.stdin.on('error', () => {})
    onRunning(child.pid)
    return child
  }
  const end = (answer: Answer) => {
    running = null
    onRunning(0)
    const [first, ...others] = waiting
    waiting = []
    watch()
    ends += 1
    if (first?.settle === forget || ends > ENDS_MAX) isBroken = true
    first?.settle(isBroken ? { kind: 'unknown' } : answer)
    for (const one of others) if (one.settle !== forget) send(one)
  }
  return {
    ask: (question) =>
      new Promise((resolve) => {
        const frame = frameOf(question)
        const patienceMs = PATIENCE_MS + (question.kind === 'query' ? QUERY_MS : question.limitMs)
        const settle = (answer: Answer) => {
          if (question.kind === 'query' && answer.kind === 'done') opened.push({ frame, patienceMs, settle })
          resolve(answer)
        }
        send({ frame, patienceMs, settle })
      }),
    end: async () => {
      if (running === null) return
      const closed = once(running, 'close')
      running.stdin.end()
      await closed
    },
    drop: () => {
      isBroken = true
      running?.kill('SIGKILL')
      running?.unref()
      running?.stdin.destroy()
      running?.stdout.destroy()
    },
  }
}

/** Less than a thread is given for a file, which then has time left to parse it in WebAssembly. */
const PATIENCE_MS = 2000
/** Each time it has to compile its queries anew, and WebAssembly is not that slow. */
const ENDS_MAX = 8
/** To compile the largest takes a third of a second. */
const QUERY_MS = 3000

/** What was asked again only so that the program knows it. */
const forget = () => {}

type Waiting = {
  readonly frame: Buffer
  readonly settle: (answer: Answer) => void
  readonly patienceMs: number
}

const KINDS = { query: 0, wide: 1, utf8: 2 } as const

function frameOf(question: Question): Buffer {
  const { place } = question
  if (question.kind === 'query') {
    const bytes = Buffer.from(`${question.grammar}\0${question.query}`)
    return framed({ kind: KINDS.query, place, limitMs: 0, bytes })
  }
  const { text, limitMs } = question
  return typeof text === 'string'
    ? framed({ kind: KINDS.wide, place, limitMs, bytes: Buffer.from(text, 'utf16le') })
    : framed({ kind: KINDS.utf8, place, limitMs, bytes: text })
}

function framed({ kind, place, limitMs, bytes }: Frame): Buffer {
  const frame = Buffer.allocUnsafe(HEAD_BYTES + bytes.byteLength)
  frame.writeUInt32LE(kind, 0)
  frame.writeUInt32LE(place, WORD_BYTES)
  frame.writeUInt32LE(limitMs, 2 * WORD_BYTES)
  frame.writeUInt32LE(bytes.byteLength, 3 * WORD_BYTES)
  frame.set(bytes, HEAD_BYTES)
  return frame
}

type Frame = {
  readonly kind: number
  readonly place: number
  readonly limitMs: number
  readonly bytes: Uint8Array
}

const WORD_BYTES = Uint32Array.BYTES_PER_ELEMENT
const HEAD_BYTES = 4 * WORD_BYTES
