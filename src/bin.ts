#!/usr/bin/env node
/**
 * The door. It answers at once what needs no program, and only then opens the house: `keel --version` and every
 * help page cost little more than starting Node.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { askAhead } from './context/code/walk/ask-status.ts'
import { findProject } from './kit/find-project.ts'
import { loadCompiled } from './kit/load-compiled.ts'

declare const KEEL_VERSION: string
/** Of the bundles that were built with this door. */
declare const KEEL_HOOK: string
declare const KEEL_WIRING: string

const typed = process.argv.slice(2)
const page = askedPage(typed)

if (typed[0] === 'hook' && page === null) answerHost()
else {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads us has seen enough, as in `keel context | head`.
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`keel: the answer could not be written: ${error.message}\n`)
    process.exit(2)
  })
  if (['--version', '-v', 'version'].includes(typed[0] ?? '')) process.stdout.write(`${KEEL_VERSION}\n`)
  else if (page !== null) process.stdout.write(page)
  else open()
}

/**
 * A host waits for this before every action of its agent, so it comes before streams, `.env` and the rest. A keel that
 * is broken denies: exit code 2 with a word on stderr is a denial to every host.
 */
function answerHost(): void {
  try {
    const file = join(__dirname, 'hook.cjs')
    const program = { file, id: KEEL_HOOK }
    const { runHook } = loadCompiled<typeof import('./surfaces/hook/main.ts')>(program, require)
    runHook(typed.slice(1))
  } catch (error) {
    process.stderr.write(`keel: the hook could not be loaded, so nothing is let through: ${String(error)}\n`)
    process.exit(2)
  }
}

function open(): void {
  // Before any other module is loaded, so that none of them can have read the environment earlier.
  if (existsSync('.env')) loadEnvironment()
  // A terminal that was closed hears nothing more, and what is at work has to come to its end all the same.
  process.stderr.on('error', () => {})
  // Git takes as long to look at a tree as keel takes to wake up: they do so at the same time.
  if (typed[0] === 'map' || typed[0] === 'pack') askAhead(findProject(process.cwd()) ?? process.cwd())
  // What V8 keeps is what the first to run has used: a pack uses more than most, and has its own.
  const id = typed[0] === 'pack' ? `${KEEL_WIRING}-pack` : KEEL_WIRING
  const program = { file: join(__dirname, 'wiring.cjs'), id }
  const { runCli } = loadCompiled<typeof import('./wiring.ts')>(program, require)
  // When nothing is left to do, Node would take its memory apart piece by piece before it goes.
  process.once('beforeExit', () => process.exit())
  void runCli(typed).then((code) => {
    process.exitCode = code
  })
}

/**
 * Only what configures keel: a `.env` comes with the repository, and a variable such as GIT_CONFIG_COUNT in it would
 * have somebody else's program run by the git that keel asks. Nor where a model is: the user's key would be sent there.
 * What is set already wins.
 */
function loadEnvironment(): void {
  try {
    for (const [name, value] of Object.entries(parseEnv(readFileSync('.env', 'utf8')))) {
      if (/^(CONTEXT_PACKAGE|REPO_SCAN|KEEL(?!_MODEL))_\w+$/.test(name)) process.env[name] ??= value
    }
  } catch (error) {
    process.stderr.write(
      `keel: .env was not loaded: ${error instanceof Error ? error.message : String(error)}\n`,
    )
  }
}

/** The help page that was asked for, or null. Words after `--` ask for nothing. */
function askedPage(said: readonly string[]): string | null {
  const end = said.indexOf('--')
  const heard = end === -1 ? said : said.slice(0, end)
  const isAsked =
    heard.length === 0 || heard[0] === 'help' || heard.includes('--help') || heard.includes('-h')
  if (!isAsked) return null
  const words = heard.filter((word) => !word.startsWith('-') && word !== 'help')
  const pages: Record<string, string> = JSON.parse(readFileSync(join(__dirname, 'help.json'), 'utf8'))
  // A verb may have two words, and what follows one may be its text.
  const verb = [words.slice(0, 2).join(' '), words[0] ?? ''].find((name) => Object.hasOwn(pages, name))
  return verb === undefined ? null : (pages[verb] ?? null)
}
