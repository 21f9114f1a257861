import { createInterface } from 'node:readline/promises'
import { loadConfig } from '#config/load-config.ts'
import { isAgentsShell } from '#hosts/is-agents-shell.ts'
import { keepMove } from '#journal/kept-moves.ts'
import { keepOutcome } from '#journal/kept-outcomes.ts'
import { type Journal, openJournal } from '#journal/open-journal.ts'
import { readPackageFile } from '#kit/package-file.ts'
import { realPath } from '#kit/real-path.ts'
import { sealKey } from '#kit/seal.ts'
import { main } from '#surfaces/cli/main.ts'
import { describeTerminal } from '#surfaces/cli/terminal.ts'
import { findPlace } from '#verbs/find-place.ts'
import type { World } from '#verbs/world.ts'
import type { Entry } from '#words/entry.ts'
import type { Place } from '#words/place.ts'

/** Builds the world once and opens the command line on it. */
export function runCli(typed: readonly string[]): Promise<number> {
  const { env, platform, stdout, stderr } = process
  return main({
    typed,
    createWorld: ({ settings, tell, mention, warn }): World => {
      const place = findPlace(process.cwd(), env)
      let stop: AbortSignal | null = null
      return {
        place,
        config: loadConfig(place, settings),
        confirm: isSomebodyThere() ? confirm : null,
        asker: 'cli',
        journal: openOwnJournal(place, 'cli'),
        program: program(),
        now,
        // A verb that never asks, because it reckons in one go, could not hear of it either: there Ctrl-C ends the process.
        get signal() {
          stop ??= interruption()
          return stop
        },
        tell,
        mention,
        warn,
      }
    },
    doors: { mcp: openMcp },
    terminal: describeTerminal({
      isTerminal: stdout.isTTY === true,
      columns: stdout.columns ?? 100,
      platform,
      environment: env,
    }),
    print: (text) => stdout.write(text),
    complain: (text) => stderr.write(text),
    isWatched: stderr.isTTY === true,
  })
}

/** A person who can be asked. */
function isSomebodyThere(): boolean {
  const { env, stdin, stdout } = process
  return stdin.isTTY && stdout.isTTY && !env['CI'] && !isAgentsShell(env)
}

function openOwnJournal(place: Place, writer: string): Journal {
  const keep = (entry: Entry) => {
    keepMove(entry, place)
    keepOutcome(entry, place)
  }
  return openJournal({ root: place.root, writer, now, key: () => sealKey(place), keep })
}

/** The protocol's own code is loaded behind its door, so that no verb waits for it. */
async function openMcp(settings: readonly string[]): Promise<number> {
  const { serveMcp } = await import('#surfaces/mcp/serve-mcp.ts')
  const { env, stdin, stdout, stderr } = process
  const place = findPlace(process.cwd(), env)
  const journal = openOwnJournal(place, 'mcp')
  const stop = interruption()
  if (stdin.isTTY) stderr.write('keel mcp waits for a host to speak on standard input. Ctrl-C ends it.\n')
  await serveMcp({
    version: JSON.parse(readPackageFile('package.json')).version,
    createWorld: ({ asker, signal }) => ({
      place,
      config: loadConfig(place, settings),
      confirm: null,
      asker,
      journal,
      program: program(),
      now,
      signal: AbortSignal.any([stop, signal]),
      tell: () => {},
      mention: () => {},
      warn: (sentence) => stderr.write(`${sentence}\n`),
    }),
    complain: (text) => stderr.write(text),
    stdin,
    stdout,
    signal: stop,
  })
  return 0
}

function program(): string[] {
  return [process.execPath, realPath(process.argv[1] ?? '')]
}

function now(): Date {
  return new Date()
}

/** The first Ctrl-C asks the work to end well, and so does a terminal that is closed; the second ends the process. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => controller.abort())
  return controller.signal
}

/** Yes only where yes was typed. Ctrl-C leaves at once, before anything was written; Ctrl-D means no. */
async function confirm(question: string): Promise<boolean> {
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  prompt.on('SIGINT', () => process.exit(130))
  const closed = new Promise<string>((resolve) => prompt.on('close', () => resolve('')))
  const answer = await Promise.race([prompt.question(`${question} [y/N] `), closed])
  prompt.close()
  return /^y(es)?$/i.test(answer.trim())
}
