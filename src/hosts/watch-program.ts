import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tieGroup } from '#kit/tie-group.ts'
import type { DriveCommand, ProcessExit } from './drive.ts'

export type Clocks = {
  /** How long a program may print nothing. */
  readonly idleMs: number
  readonly wallMs: number
  /** How long it may stay once its result is said. */
  readonly lingerMs: number
  /** How long it may take to obey SIGTERM, and after SIGKILL how long keel waits for the system to clear up. */
  readonly obeyMs: number
}

type Watch = {
  readonly command: DriveCommand
  readonly clocks: Clocks
  readonly signal: AbortSignal
  readonly onOutput: (bytes: Buffer) => { readonly isSettled: boolean; readonly isUnguarded: boolean }
}

const STDERR_KEPT = 16 * 2 ** 10

/** Starts a program, listens to it, and ends it together with all it started: by its clocks, or when it leaves. */
export function watchProgram({ command, clocks, signal, onOutput }: Watch): Promise<ProcessExit> {
  if (signal.aborted) return Promise.resolve({ kind: 'aborted', stderr: '' })
  const started = start(command)
  if (started.kind === 'not-started') return Promise.resolve(started)
  const { child } = started
  const untie = child.pid === undefined ? () => {} : tieGroup(child.pid)
  return new Promise((resolve) => {
    const timers = new Set<NodeJS.Timeout>()
    let stderr = Buffer.alloc(0)
    let stopped: Stop | null = null
    let left: Pick<Extract<ProcessExit, { kind: 'exit' }>, 'code' | 'signal'> | null = null

    function after(delayMs: number, act: () => void): NodeJS.Timeout {
      const timer = setTimeout(act, Math.min(delayMs, LONGEST_DELAY_MS))
      timers.add(timer)
      return timer
    }
    function stop(why: Stop): void {
      if (stopped !== null || left !== null) return
      stopped = why
      endGroup()
    }
    /** Something may be beyond every signal, so at last keel goes on without it. */
    function endGroup(): void {
      for (const timer of timers) clearTimeout(timer)
      signalGroup(child, 'SIGTERM')
      after(clocks.obeyMs, () => {
        signalGroup(child, 'SIGKILL')
        after(clocks.obeyMs, finish)
      })
    }
    function finish(): void {
      for (const timer of timers) clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      process.off('exit', killGroup)
      killGroup()
      untie()
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
      child.unref()
      const said = stderr.toString('utf8')
      if (stopped !== null) resolve({ kind: stopped, stderr: said })
      else resolve({ kind: 'exit', code: null, signal: null, ...left, stderr: said })
    }

    const killGroup = () => signalGroup(child, 'SIGKILL')
    process.once('exit', killGroup)
    const onAbort = () => stop('aborted')
    signal.addEventListener('abort', onAbort)
    const idle = after(clocks.idleMs, () => stop('idle'))
    after(clocks.wallMs, () => stop('wall'))
    let linger: NodeJS.Timeout | undefined

    child.stdout.on('data', (bytes: Buffer) => {
      const { isSettled, isUnguarded } = onOutput(bytes)
      if (stopped !== null || left !== null) return
      if (isUnguarded) return stop('unguarded')
      idle.refresh()
      if (isSettled) linger ??= after(clocks.lingerMs, () => stop('lingered'))
      else {
        clearTimeout(linger)
        linger = undefined
      }
    })
    child.stderr.on('data', (bytes: Buffer) => {
      stderr = Buffer.concat([stderr, bytes]).subarray(-STDERR_KEPT)
      if (stopped === null && left === null) idle.refresh()
    })
    child.on('error', (error) => {
      if (child.pid !== undefined) return
      resolve(notStarted(error))
      finish()
    })
    child.on('exit', (code, exitSignal) => {
      left = { code, signal: exitSignal }
      // What it left running would hold the pipes open, and work on with nobody watching.
      endGroup()
    })
    child.on('close', finish)
  })
}

type Stop = 'idle' | 'wall' | 'aborted' | 'lingered' | 'unguarded'

/** With more Node does not wait at all. */
const LONGEST_DELAY_MS = 2 ** 31 - 1

type NotStarted = Extract<ProcessExit, { kind: 'not-started' }>

function start({
  program,
  words,
  cwd,
  environment,
  stdin,
}: DriveCommand): { readonly kind: 'started'; readonly child: ChildProcessWithoutNullStreams } | NotStarted {
  // Node would say that the program is missing.
  if (!existsSync(cwd)) return { kind: 'not-started', code: null, because: `there is no folder ${cwd}` }
  try {
    // A process group of its own can be ended as a whole, and nobody else's with it.
    const child = spawn(program, words, { cwd, env: environment, detached: true, stdio: 'pipe' })
    // A program that does not read its input is free to close it.
    child.stdin.on('error', () => {}).end(stdin)
    return { kind: 'started', child }
  } catch (error) {
    // Node announces some refusals and throws others, such as words that are too many for the system.
    return notStarted(error as NodeJS.ErrnoException)
  }
}

function notStarted(error: NodeJS.ErrnoException): NotStarted {
  return { kind: 'not-started', code: error.code ?? null, because: error.message }
}

function signalGroup({ pid }: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // Nobody of it is left.
  }
}
