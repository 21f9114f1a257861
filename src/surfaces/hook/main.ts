import { closeSync, openSync, writeSync } from 'node:fs'
import { homedir } from 'node:os'
import { hookDialects } from '#hosts/hook-dialects.ts'
import { errorCode } from '#kit/files.ts'
import { isKeelProject } from '#kit/find-project.ts'
import { knownSealKey } from '#kit/seal.ts'
import type { Fact } from '#words/entry.ts'
import type { HookAnswer } from '#words/hook-call.ts'
import { answerHook, answerTrouble } from './answer-hook.ts'
import { findRoots } from './find-roots.ts'
import type { Bench } from './judge-call.ts'
import { readInput } from './read-input.ts'

/**
 * Answers one question of a host and ends the process. Whatever may take long has a deadline well below the patience of
 * any host, because most of them take a hook that is late for one that agrees: the question, git, expressions.
 */
export function runHook(words: readonly string[]): void {
  const [host = '', ...more] = words
  const dialect = Object.hasOwn(hookDialects, host) ? hookDialects[host] : undefined
  if (dialect === undefined || more.length > 0) {
    const known = Object.keys(hookDialects).join(', ')
    leave({ ...REFUSED, stderr: `keel hook: name one host of: ${known}. Nothing is let through.\n` })
    return
  }
  let payload: string | null = null
  const giveUp = (trouble: unknown) => leave(answerTrouble({ dialect, payload, trouble }))
  process.on('uncaughtException', giveUp)
  process.on('unhandledRejection', giveUp)
  const answer = async (): Promise<HookAnswer> => {
    payload = readInput({ bytesMax: INPUT_MAX, deadlineMs: DEADLINE_MS })
    const project = dialect.projectVariable === null ? undefined : process.env[dialect.projectVariable]
    return answerHook({
      host,
      dialect,
      payload,
      benchFor: (cwd) => benchAt(project ? [cwd, project] : [cwd]),
      append,
      run: process.env['KEEL_RUN'] ?? null,
      onAsked: leaveMark,
    })
  }
  answer().then(leave, giveUp)
}

const REFUSED: HookAnswer = { stdout: '', stderr: '', exitCode: 2 }

const DEADLINE_MS = 5000
/** The tree of a large repository takes its time; what is left is for the question and the answer. */
const EVIDENCE_MS = 4000
const INPUT_MAX = 10 << 20

function benchAt(places: readonly string[]): Bench {
  return {
    roots: findRoots(places),
    settingsFiles: Object.values(hookDialects).flatMap(({ settingsFiles }) => settingsFiles),
    // Asks git, which is a program to start; and few actions need to know.
    findEvidence: async (root) => {
      const { findEvidence } = await import('#guard/find-evidence.ts')
      const key = knownSealKey({ home: homedir(), environment: process.env, root })
      return findEvidence({ root, limitMs: EVIDENCE_MS, key })
    },
  }
}

/**
 * keel's run looks for this mark when its agent has acted: a host may have been told to ask nobody. A mark that cannot be
 * left is one that will be missed.
 */
function leaveMark(): void {
  const path = process.env['KEEL_ASKED']
  if (path === undefined) return
  try {
    closeSync(openSync(path, 'a'))
  } catch {
    // The run will end as one that nobody was asked about.
  }
}

/** A project that is not set up keeps no records, and gets no folder for them because of a denial. */
async function append(root: string, fact: Fact): Promise<void> {
  if (!isKeelProject(root)) return
  const { openJournal } = await import('#journal/open-journal.ts')
  openJournal({ root, writer: 'hook', now: () => new Date() }).append(fact)
}

/** Streams are not waited for: what is said is said before the process ends. */
function leave({ stdout, stderr, exitCode }: HookAnswer): void {
  try {
    say(2, stderr)
    say(1, stdout)
  } catch {
    // Whoever asked does not listen any more. An exit code is the only word left.
    process.exit(2)
  }
  process.exit(exitCode)
}

function say(stream: 1 | 2, text: string): void {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(stream, bytes, written)
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN') throw error
    }
  }
}
