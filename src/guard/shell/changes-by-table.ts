import { codeChanges, isInterpreter } from './code-changes.ts'
import type { Call, Deed } from './deed.ts'
import { fileCommands } from './file-commands.ts'
import { gitChanges } from './git-changes.ts'
import { readOptions } from './read-options.ts'
import { awkChanges, sedChanges } from './sed-changes.ts'

/** What a command would change of which there is a table; anything, where there is none. */
export function changesByTable(call: Call): readonly Deed[] {
  const { name } = call
  if (isInterpreter(name)) return codeChanges(call)
  const known = Object.hasOwn(OTHERS, name) ? OTHERS[name] : fileCommands.get(name)
  return known === undefined ? ANYTHING : known(call)
}

const ANYTHING: readonly Deed[] = [{ kind: 'anything' }]

const OTHERS: Readonly<Record<string, (call: Call) => readonly Deed[]>> = {
  git: gitChanges,
  sed: sedChanges,
  gsed: sedChanges,
  awk: awkChanges,
  gawk: awkChanges,
  mawk: awkChanges,
  trap: ({ words }) => words.slice(0, 1).map(({ text }) => ({ kind: 'script', text })),
  alias: ({ words }) =>
    words.map(({ text }) => ({ kind: 'script', text: text.slice(text.indexOf('=') + 1) })),
  su: (call) => runGiven(call, ['c', 'command']),
  script: (call) => runGiven(call, ['c', 'command']),
  flock: (call) => runGiven(call, ['c', 'command']),
  watch: ({ words }) => [{ kind: 'script', text: words.map(({ text }) => text).join(' ') }],
  npx: keelBehind,
  pnpx: keelBehind,
  bunx: keelBehind,
}

/** What is run is told by an option; the rest is as of any command. */
function runGiven({ words }: Call, names: readonly string[]): readonly Deed[] {
  const scripts = readOptions(words, names).valuesOf(...names)
  return [...scripts.map(({ text }): Deed => ({ kind: 'script', text })), ...ANYTHING]
}

/** keel changes what is its own, whoever starts it, and may be told about any path. */
function keelBehind({ words }: Call): readonly Deed[] {
  const first = words.find(({ text }) => !text.startsWith('-'))
  return first?.text === 'keel' ? [] : [{ kind: 'unknown' }]
}
