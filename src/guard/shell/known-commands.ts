import type { Call, Change } from './change.ts'
import { codeChanges, isInterpreter } from './code-commands.ts'
import { awkChanges, sedChanges } from './edit-commands.ts'
import { fileCommands } from './file-commands.ts'
import { gitChanges } from './git-commands.ts'
import { readOptions } from './read-options.ts'

/**
 * What a command would change: one of those that agents use every day, told by a table. Whatever is not known here is taken
 * to change everything that it names.
 */
export function changesOf(call: Call): readonly Change[] {
  const { name, words } = call
  if (READERS.has(name)) {
    const isWriting = words.some(({ text }) => WRITING_OPTIONS[name]?.test(text) === true)
    return isWriting ? ANYTHING : []
  }
  if (isInterpreter(name)) return codeChanges(call)
  const known = Object.hasOwn(OTHERS, name) ? OTHERS[name] : fileCommands.get(name)
  return known === undefined ? ANYTHING : known(call)
}

const ANYTHING: readonly Change[] = [{ kind: 'anything' }]

const READERS = new Set(
  [
    'cat head tail less more bat tac nl od hexdump strings zcat column fold fmt rev cut tr paste join expand comm wc',
    'grep egrep fgrep zgrep rg ag ack look fd find-up ls ll dir exa eza tree du df stat file diff cmp colordiff delta',
    'sort yq jq gron cksum md5sum sha1sum sha256sum sha512sum shasum b2sum md5 basename dirname realpath readlink',
    'pwd echo printf true false test [ [[ : which type whereis whoami id date sleep env printenv uname hostname ps seq',
    'read case exit return unset wait hash man tput clear base64 xxd sum tsort numfmt nproc uptime free lsof pgrep',
    'cd pushd popd dirs shellcheck yamllint gh glab get-content get-childitem select-string test-path gc gci sls keel',
  ].flatMap((line) => line.split(' ')),
)

/** Options with which a reader writes, or runs something else. */
const WRITING_OPTIONS: Readonly<Record<string, RegExp>> = {
  sort: /^(-[a-zA-Z]*o|--output|--compress-program)/,
  yq: /^(-[a-zA-Z]*i|--inplace|--in-place)/,
  fd: /^(-x|-X|--exec)/,
  tree: /^-o/,
  less: /^-[oO]/,
  rg: /^--pre/,
  man: /^(-P|--pager)/,
  xxd: /^-[a-z]*r/,
  gh: /^(-D|--dir|--output|-O)/,
}

const OTHERS: Readonly<Record<string, (call: Call) => readonly Change[]>> = {
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
function runGiven({ words }: Call, names: readonly string[]): readonly Change[] {
  const scripts = readOptions(words, names).valuesOf(...names)
  return [...scripts.map(({ text }): Change => ({ kind: 'script', text })), ...ANYTHING]
}

/** keel changes what is its own, whoever starts it, and may be told about any path. */
function keelBehind({ words }: Call): readonly Change[] {
  const first = words.find(({ text }) => !text.startsWith('-'))
  return first?.text === 'keel' ? [] : ANYTHING
}
