import { readFileSync, statSync } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'
import { createContext, Script } from 'node:vm'
import { decodeText } from './decode-text.ts'

export type Hit = { readonly line: number; readonly text: string }

export type Grep = {
  readonly names: readonly string[]
  readonly expression: RegExp
  readonly signal: AbortSignal
  /** Where a file is; null for one that is not to be opened. */
  readonly find: (name: string) => string | null
  readonly onHits: (name: string, hits: readonly Hit[]) => 'go-on' | 'enough'
}

const ALL_FILES_MS = 10_000
const ONE_FILE_MS = 2000
const BYTES_MAX = 4 * 1024 * 1024
const HITS_PER_FILE_MAX = 50
const TEXT_CHARACTERS_MAX = 300

/** Holds an expression against every line of every file, for a few seconds at most whatever the expression. */
export async function grep({ names, expression, signal, find, onHits }: Grep): Promise<{
  readonly stopped: 'end' | 'enough' | 'time' | 'aborted'
}> {
  const within = timeLimiter()
  const deadline = performance.now() + ALL_FILES_MS
  for (const [index, name] of names.entries()) {
    if (index % 50 === 0) await breathe()
    if (signal.aborted) return { stopped: 'aborted' }
    if (performance.now() > deadline) return { stopped: 'time' }
    const text = textOf(find(name))
    if (text === null) continue
    const hits = within(ONE_FILE_MS, () => hitsIn(text, expression))
    if (hits === 'too-long') return { stopped: 'time' }
    if (hits.length > 0 && onHits(name, hits) === 'enough') return { stopped: 'enough' }
  }
  return { stopped: 'end' }
}

/** A file that cannot be read has no lines to show. */
function textOf(path: string | null): string | null {
  try {
    if (path === null || statSync(path).size > BYTES_MAX) return null
    return decodeText(readFileSync(path))
  } catch {
    return null
  }
}

function hitsIn(text: string, expression: RegExp): Hit[] {
  const hits: Hit[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (hits.length === HITS_PER_FILE_MAX) break
    if (!expression.test(line)) continue
    hits.push({ line: index + 1, text: line.trim().slice(0, TEXT_CHARACTERS_MAX) })
  }
  return hits
}

/**
 * A regular expression can take longer than the universe has left, and nothing in the language stops it. A script with
 * a time limit can be stopped, and with it whatever function of ours it calls.
 */
function timeLimiter(): <Value>(timeoutMs: number, work: () => Value) => Value | 'too-long' {
  const stage = createContext({ work: (): unknown => null })
  const call = new Script('work()')
  return (timeoutMs, work) => {
    stage['work'] = work
    try {
      return call.runInContext(stage, { timeout: timeoutMs })
    } catch (error) {
      if (isTimeout(error)) return 'too-long'
      throw error
    }
  }
}

/** An error of another context is not an `Error` of ours. */
function isTimeout(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
