import type { Ending } from '#words/ending.ts'
import type { ProcessExit } from './drive.ts'

/** What a run came to in which the program never said a result. */
export function endWithoutResult(exit: ProcessExit): Ending {
  switch (exit.kind) {
    case 'idle':
      return ending('timeout-idle', 'The program printed nothing for too long.')
    case 'wall':
      return ending('timeout-wall', 'The program took too long.')
    case 'aborted':
      return ending('killed', 'The run was called off.')
    case 'lingered':
      return ending('no-result', 'The program was ended without a result.')
    case 'unguarded':
      return { ...ending('error', UNGUARDED), isUnguarded: true }
    case 'not-started':
      return ending(
        exit.code === 'ENOENT' ? 'not-found' : 'error',
        `The program did not start: ${exit.because}.`,
      )
    case 'exit':
      return { ...endingOfExit(exit), exitCode: exit.code }
  }
}

const UNGUARDED =
  'The program used its tools and did not ask keel’s hook, so that no guard has seen what it did. A policy of its administrator or a new version may have turned hooks off.'

function endingOfExit({ code, signal, stderr }: Extract<ProcessExit, { kind: 'exit' }>): Ending {
  if (code === 0) return ending('no-result', withLastWords('The program ended without a result.', stderr))
  const name = signal ?? SIGNALS.get(code ?? 0) ?? null
  if (name !== null && ASKED_TO_END.has(name)) return ending('killed', `The program was ended by ${name}.`)
  const how = name === null ? `with exit code ${code}` : `by ${name}`
  return ending('crash', withLastWords(`The program ended ${how} before it said a result.`, stderr))
}

/** What somebody sends who wants a program gone. Everything else happens to it. */
const ASKED_TO_END = new Set(['SIGTERM', 'SIGINT', 'SIGHUP'])

/** How a program that caught a signal, and a shell, tell of it. */
const SIGNALS = new Map([
  [129, 'SIGHUP'],
  [130, 'SIGINT'],
  [137, 'SIGKILL'],
  [143, 'SIGTERM'],
])

function withLastWords(sentence: string, stderr: string): string {
  const last = stderr.trim().split('\n').at(-1)?.trim() ?? ''
  return last === '' ? sentence : `${sentence} Its last words: ${last.slice(0, 300)}`
}

function ending(kind: Ending['kind'], detail: string): Ending {
  return { kind, detail, exitCode: null }
}
