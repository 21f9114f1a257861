import { spawn } from 'node:child_process'
import { changeLines } from './change-lines.ts'
import { descendantsOf } from './descendants-of.ts'
import { openLog } from './open-log.ts'
import { processBegan } from './process-began.ts'
import { tieGroup } from './tie-group.ts'

export type CommandRequest = {
  /** As typed into a shell. */
  readonly command: string
  /** A program that runs the shell, and its words. */
  readonly within?: readonly string[]
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** What the command prints, both streams as they come, without what looks like a secret. */
  readonly logFile: string
  /** What of each line goes into the log; all where nobody says. */
  readonly toLog?: (line: string) => string
}

export type CommandRun = {
  /** `exit`: by itself. `timeout`, `aborted`: keel ended it. `failed`: it could not be started. */
  readonly kind: 'exit' | 'timeout' | 'aborted' | 'failed'
  readonly exitCode: number | null
  /** The end of what it printed. */
  readonly output: string
  readonly durationMs: number
}

/** Runs a command line of the user's in a shell and a process group of its own, so that nothing of it outlives it, or keel. */
export async function runCommand(request: CommandRequest): Promise<CommandRun> {
  const started = performance.now()
  const [program = '', ...words] = [...(request.within ?? []), '/bin/sh', '-c', request.command]
  const child = spawn(program, words, {
    cwd: request.cwd,
    env: { ...request.environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const untie = child.pid === undefined ? () => {} : tieGroup(child.pid)
  const tail = keepTail(OUTPUT_BYTES)
  const log = openLog(request.logFile, LOG_BYTES)
  const { toLog: change = (line) => line } = request
  const logged = [child.stdout, child.stderr].map((stream) => {
    const lines = changeLines({ change, write: log.stream() })
    stream.on('data', (bytes: Buffer) => {
      tail.push(bytes)
      lines.push(bytes)
    })
    return lines
  })
  const kind = await ended(child, request)
  untie()
  for (const lines of logged) lines.end()
  log.close()
  return {
    kind,
    exitCode: child.exitCode,
    output: tail.text(),
    durationMs: Math.round(performance.now() - started),
  }
}

const OUTPUT_BYTES = 4 * 1024 * 1024
const LOG_BYTES = 8 * 1024 * 1024
const GRACE_MS = 2000

function ended(
  child: ReturnType<typeof spawn>,
  { timeoutMs, signal }: CommandRequest,
): Promise<CommandRun['kind']> {
  return new Promise((resolve) => {
    let cause: CommandRun['kind'] = 'exit'
    let strays: readonly Stray[] = []
    const killAll = () => {
      signalGroup(child.pid, 'SIGKILL')
      signalStrays(strays, 'SIGKILL')
    }
    const stop = (why: 'timeout' | 'aborted') => {
      cause = why
      strays = straysOf(child.pid)
      signalGroup(child.pid, 'SIGTERM')
      signalStrays(strays, 'SIGTERM')
      setTimeout(killAll, GRACE_MS).unref()
    }
    const timer = setTimeout(() => stop('timeout'), timeoutMs)
    const abort = () => stop('aborted')
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    const settle = (kind: CommandRun['kind']) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      // A server that the tests left behind would keep the pipes open, and its port taken.
      killAll()
      resolve(kind)
    }
    child.on('error', () => settle('failed'))
    child.on('exit', () => {
      // What is still in the pipes arrives now, or never: whoever else holds them is killed with the group.
      const late = setTimeout(() => settle(cause), GRACE_MS)
      child.on('close', () => {
        clearTimeout(late)
        settle(cause)
      })
    })
  })
}

function signalGroup(pid: number | undefined, name: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, name)
  } catch {
    // Nobody is left to hear it.
  }
}

type Stray = { readonly pid: number; readonly began: number | null }

/** All that it has started, for some are no longer of its group: what makes a session of its own has left it. */
function straysOf(pid: number | undefined): Stray[] {
  if (pid === undefined) return []
  return descendantsOf(pid).map((one) => ({ pid: one, began: processBegan(one) }))
}

function signalStrays(strays: readonly Stray[], name: 'SIGTERM' | 'SIGKILL'): void {
  for (const { pid, began } of strays) {
    // Its number may be another's by now.
    if (processBegan(pid) !== began) continue
    try {
      process.kill(pid, name)
    } catch {
      // It is gone.
    }
  }
}

function keepTail(bytesMax: number): { push: (bytes: Buffer) => void; text: () => string } {
  let chunks: Buffer[] = []
  let size = 0
  return {
    push: (bytes) => {
      chunks.push(bytes)
      size += bytes.length
      // Only now and then, so that each byte is copied once at most.
      if (size <= 2 * bytesMax) return
      const kept = Buffer.concat(chunks).subarray(-bytesMax)
      chunks = [kept]
      size = kept.length
    },
    text: () => Buffer.concat(chunks).subarray(-bytesMax).toString('utf8'),
  }
}
