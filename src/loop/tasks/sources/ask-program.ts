import { spawn, spawnSync } from 'node:child_process'
import type * as z from 'zod'
import { errorCode } from '#kit/files.ts'
import type { Fault } from '#words/fault.ts'
import type { Place } from '#words/place.ts'
import { userFault } from '#words/user-fault.ts'

export type Question = {
  readonly program: string
  /** As the program gets them: no shell reads them. */
  readonly words: readonly string[]
  readonly stdin?: string
  readonly timeoutMs?: number
}

export type Answer =
  | { readonly kind: 'answered'; readonly output: string }
  | {
      readonly kind: 'failed'
      readonly exitCode: number | null
      readonly output: string
      readonly errors: string
    }

export type Asking = Pick<Place, 'root' | 'environment'> & {
  /** What the program is told beside what the user’s environment tells it. */
  readonly settings: Readonly<Record<string, string>>
  /** What to do where the program is missing. */
  readonly install: string
}

/** Runs the program of a tracker at the root and waits for its answer, for so long and no longer. */
export function askProgram(
  { program, words, stdin = '', timeoutMs = TIMEOUT_MS }: Question,
  { root, environment, settings, install }: Asking,
): Answer {
  const { pid, status, signal, error, stdout, stderr } = spawnSync(program, [...words], {
    cwd: root,
    env: { ...environment, ...settings },
    input: stdin,
    encoding: 'utf8',
    timeout: timeoutMs,
    // It may wait for a terminal, or for a lock, and ignore a request to end.
    killSignal: 'SIGKILL',
    ...(IS_UNWATCHED ? OWN_GROUP : {}),
    maxBuffer: OUTPUT_BYTES,
    windowsHide: true,
  })
  const code = error === undefined ? null : errorCode(error)
  // What it has started would hold its lock, or its connection, for as long as it likes.
  if (IS_UNWATCHED && (code === 'ETIMEDOUT' || code === 'ENOBUFS')) endGroup(pid)
  if (code === 'ENOENT' || code === 'EACCES')
    throw userFault('source-missing', {
      message: `Tasks live in a tracker here (loop.tasks.source), and its program ${program} ${code === 'ENOENT' ? 'is not on your PATH' : 'cannot be started'}.`,
      hint: install,
    })
  if (code === 'ETIMEDOUT')
    throw userFault('source-timeout', {
      message: `\`${program} ${words.slice(0, 2).join(' ')}\` did not answer within ${Math.round(timeoutMs / 1000)} seconds, and was ended.`,
      hint: `${program} ${words.slice(0, 2).join(' ')}`,
    })
  if (code === 'ENOBUFS')
    throw userFault('source-answer', {
      message: `\`${program} ${words.slice(0, 2).join(' ')}\` answered more than ${OUTPUT_BYTES / 1024 / 1024} MB.`,
      hint: `${program} ${words.slice(0, 2).join(' ')}`,
    })
  if (error !== undefined) throw error
  if (status === 0) return { kind: 'answered', output: stdout }
  const errors = signal === null ? stderr : `${stderr}\nended by ${signal}`
  return { kind: 'failed', exitCode: status, output: stdout, errors }
}

/**
 * Starts the program of a tracker and goes on at once: what else is at work here must not wait for it. Whether it did what it was
 * told is not known. It ends by itself, or with its time.
 */
export function tellProgram(
  { program, words, timeoutMs = TIMEOUT_MS }: Omit<Question, 'stdin'>,
  { root, environment, settings }: Asking,
): void {
  const env = { ...environment, ...settings }
  const child = spawn(program, words, { cwd: root, env, stdio: 'ignore', detached: true, windowsHide: true })
  const { pid } = child
  const timer = setTimeout(() => pid !== undefined && endGroup(pid), timeoutMs)
  timer.unref()
  child.unref()
  child.on('exit', () => clearTimeout(timer))
  child.on('error', () => clearTimeout(timer))
}

/** At a terminal Ctrl-C has to reach the program, and somebody is there who sees that it hangs. */
const IS_UNWATCHED = !process.stdin.isTTY

/** So that all of it can be ended. Node does it here as everywhere, and only its types do not know. */
const OWN_GROUP: object = { detached: true }

function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // Nobody is left.
  }
}

const TIMEOUT_MS = 20_000
const OUTPUT_BYTES = 512 * 1024 * 1024

/** What of an answer is not as it should be. */
export function firstWrong({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') || 'the answer'}: ${issue?.message}`
}

type OddAnswer = { readonly who: string; readonly why: string; readonly hint: string }

/** A tracker whose answer is not what it should be. */
export function oddAnswer({ who, why, hint }: OddAnswer): Fault {
  return userFault('source-answer', { message: `${who} did not answer as expected: ${why}.`, hint })
}
