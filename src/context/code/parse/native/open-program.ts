import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { type Answer, readAnswers } from './read-answers.ts'

/** What `parse.c` is asked. What is asked by a query is remembered there by its place. */
export type Question =
  | { readonly kind: 'query'; readonly place: number; readonly grammar: string; readonly query: string }
  | { readonly kind: 'parse'; readonly place: number; readonly text: string; readonly limitMs: number }

export type NativeProgram = {
  /** Answers come in the order of the questions, and any number may be asked before the first is answered. */
  readonly ask: (question: Question) => Promise<Answer>
  /** Has it come to its end, once all is answered. Whoever forgets that leaves it to the end of the thread, whose pipe it reads. */
  readonly end: () => Promise<void>
}

/**
 * Starts the native parser when the first question is asked, and again when it has come to its end: the question that it was at
 * has its answer then, and the others are asked anew. Says which process it is, and zero when it is none any more.
 */
export function openProgram(program: string, onRunning: (pid: number) => void = () => {}): NativeProgram {
  /** Queries that were answered: whoever is started later must hear them first. */
  const opened: Buffer[] = []
  let waiting: Waiting[] = []
  let running: ChildProcessByStdio<Writable, Readable, null> | null = null
  const send = (one: Waiting) => {
    if (running === null) {
      running = start()
      for (const frame of opened) send({ frame, settle: () => {} })
    }
    waiting.push(one)
    running.stdin.write(one.frame)
  }
  const start = () => {
    const child = spawn(program, { stdio: ['pipe', 'pipe', 'ignore'] })
    readAnswers(child.stdout, (answer) => waiting.shift()?.settle(answer))
    let isOver = false
    const end = (answer: Answer) => {
      if (isOver) return
      isOver = true
      running = null
      onRunning(0)
      const [first, ...others] = waiting
      waiting = []
      first?.settle(answer)
      for (const one of others) send(one)
    }
    child.on('error', () => end({ kind: 'unknown' }))
    child.on('close', (_code, signal) => end({ kind: signal === 'SIGPROF' ? 'hang' : 'crash' }))
    // What cannot be written any more is not answered either.
    child.stdin.on('error', () => {})
    onRunning(child.pid ?? 0)
    return child
  }
  const ask = (question: Question) =>
    new Promise<Answer>((resolve) => {
      const frame = frameOf(question)
      const settle = (answer: Answer) => {
        if (question.kind === 'query' && answer.kind === 'done') opened.push(frame)
        resolve(answer)
      }
      send({ frame, settle })
    })
  const end = async () => {
    if (running === null) return
    const closed = once(running, 'close')
    running.stdin.end()
    await closed
  }
  return { ask, end }
}

type Waiting = { readonly frame: Buffer; readonly settle: (answer: Answer) => void }

const KINDS = { query: 0, parse: 1 } as const

function frameOf(question: Question): Buffer {
  const { kind, place } = question
  const [text, limitMs] =
    kind === 'query' ? [`${question.grammar}\0${question.query}`, 0] : [question.text, question.limitMs]
  const encoding = kind === 'query' ? 'utf8' : 'utf16le'
  const length = Buffer.byteLength(text, encoding)
  const frame = Buffer.allocUnsafe(HEAD_BYTES + length)
  for (const [word, value] of [KINDS[kind], place, limitMs, length].entries())
    frame.writeUInt32LE(value, word * Uint32Array.BYTES_PER_ELEMENT)
  frame.write(text, HEAD_BYTES, encoding)
  return frame
}

const HEAD_BYTES = 4 * Uint32Array.BYTES_PER_ELEMENT
