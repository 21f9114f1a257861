import { changesByTable } from './changes-by-table.ts'
import type { Call, Deed } from './deed.ts'
import { removesKeel } from './removes-keel.ts'
import { UNKNOWN, type Value } from './value.ts'

/**
 * What a command would change: one of those that agents use every day, told by a table. Whatever is not known here is taken
 * to change everything that it names, where its words say that it writes.
 *
 * Which commands there is a table for is said here, apart from the tables, which the hook loads when it needs one.
 */
export function changesOf(call: Call): readonly Deed[] {
  const { name, words } = call
  if (words.some(({ text }) => text === 'uninstall') && removesKeel(call)) return REMOVED
  if (READERS.has(name)) {
    const isWriting = words.some(({ text }) => WRITING_OPTIONS[name]?.test(text) === true)
    return isWriting ? ANYTHING : []
  }
  if (name === 'git' && READING_GIT.test(words[0]?.text ?? '') && words.every(isHarmlessToGit)) return []
  // It stands for something of the command's own, or for nobody knows what.
  if (name === '' || name.includes(UNKNOWN)) return ANYTHING
  return TABLED.has(name) || name.startsWith('python') ? changesByTable(call) : UNKNOWN_PROGRAM
}

/** Whether anything is known of a command; what it prints is not, where nothing is. */
export function isKnown(name: string): boolean {
  return READERS.has(name) || TABLED.has(name) || FETCHERS.has(name)
}

/** They print what comes from elsewhere, and write where they are told to. */
const FETCHERS = new Set(['curl', 'wget'])

const ANYTHING: readonly Deed[] = [{ kind: 'anything' }]

const UNKNOWN_PROGRAM: readonly Deed[] = [{ kind: 'unknown' }]

/** Where keel is installed, it takes this along with the hooks; which project that is, keel finds out for itself. */
const REMOVED: readonly Deed[] = [{ kind: 'text', text: '.keel/installed.json' }]

/** Said so often that it is worth a short way. */
const READING_GIT = /^(?:status|diff|log|show|add|commit|branch|rev-parse|push|fetch|ls-files|blame)$/

function isHarmlessToGit({ text }: Value): boolean {
  return !/^--(?:output|exec|upload-pack|receive-pack)|^-[Ox]/.test(text)
}

const TABLED = new Set(
  [
    'git sed gsed awk gawk mawk trap alias su script flock watch npx pnpx bunx node nodejs bun ruby perl php lua',
    'rm rmdir unlink shred touch truncate chmod chown chgrp chattr setfacl mkdir mkfifo sponge tee uniq dd cp scp install',
    'rsync mv rename ln tar bsdtar cpio unzip patch',
  ].flatMap((line) => line.split(' ')),
)

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
  tree: /^-o/,
  less: /^-[oO]/,
  rg: /^--pre/,
  man: /^(-P|--pager)/,
  xxd: /^-[a-z]*r/,
  gh: /^(-D|--dir|--output|-O)/,
}
