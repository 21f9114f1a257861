import { spawn } from 'node:child_process'
import { catalogue, executableIn, folderOf, isInstalled, type ProgramName } from './program-cache.mjs'

export type { ProgramName }

export type FoundProgram =
  | { readonly kind: 'present'; readonly path: string; readonly version: string }
  | { readonly kind: 'absent'; readonly reason: string }

/** The real program of a host, where somebody installed it. */
export function findProgram(name: ProgramName): FoundProgram {
  const { version } = catalogue[name]
  if (isInstalled(name)) return { kind: 'present', path: executableIn(folderOf(name), name), version }
  const reason = `${name} ${version} is not installed; \`node test/hosts/install-programs.mjs ${name}\` does it`
  return { kind: 'absent', reason }
}

export type ProgramRun = {
  readonly path: string
  readonly words: readonly string[]
  readonly cwd: string
  /** Nothing of this machine but its PATH is handed on, so this is all the program knows of a user. */
  readonly home: string
  readonly environment?: Readonly<Record<string, string>>
  readonly input?: string
  readonly timeoutMs: number
}

export type ProgramOutcome = {
  /** Null where it had to be killed. */
  readonly code: number | null
  readonly timedOut: boolean
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end or to its time limit. Whatever it started and left running ends with it. */
export function runProgram({
  path,
  words,
  cwd,
  home,
  environment = {},
  input = '',
  timeoutMs,
}: ProgramRun): Promise<ProgramOutcome> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: home, LANG: 'C.UTF-8', ...environment }
  return new Promise((resolve, reject) => {
    // A process group of its own can be ended as a whole, and nobody else's with it.
    const child = spawn(path, words, { cwd, env, detached: true, stdio: 'pipe' })
    let timedOut = false
    const heard = { stdout: '', stderr: '' }
    const endGroup = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
    const limit = setTimeout(() => {
      timedOut = true
      endGroup()
    }, timeoutMs)
    process.once('exit', endGroup)
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        heard[stream] += text
      })
    }
    // A program that does not read its input is free to close it.
    child.stdin.on('error', () => {}).end(input)
    child.on('error', reject)
    // A child of the child may hold the pipes open for ever, so its end is brought about here.
    child.on('exit', endGroup)
    child.on('close', (code) => {
      clearTimeout(limit)
      process.off('exit', endGroup)
      resolve({ code: timedOut ? null : code, timedOut, ...heard })
    })
  })
}
