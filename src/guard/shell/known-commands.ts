/**
 * What is known of commands that agents use every day. Whatever is not known here is taken to change every path it names.
 */
export const knownCommands = { reads, changes }

/** True where a command with these words changes no file that it names. */
function reads(name: string, words: readonly string[]): boolean {
  if (READERS.has(name)) return !words.some((word) => WRITING_OPTIONS[name]?.test(word) === true)
  switch (name) {
    case 'git':
      return gitReads(words)
    case 'sed':
      return !words.some((word) => /^(-[a-zA-Z]*i|--in-place)/.test(word) || SED_WRITES.test(word))
    case 'awk':
    case 'gawk':
    case 'mawk':
      return !words.some((word) => /[>|]|system\s*\(|^(-i|--include)/.test(word))
    case 'python':
    case 'python3':
      return words[0] === '-m' && words[1] === 'json.tool' && words.length <= 3
    default:
      return false
  }
}

/** The words that a command changes, for commands that change some of them and nothing else; null for any other. */
function changes(name: string, words: readonly string[]): Changed | null {
  if (CHANGERS.has(name)) {
    const isRecursive = words.some((word) => /^(-[a-zA-Z]*[rR]|--recursive)/.test(word))
    return { words: operandsIn(words), isSweeping: isRecursive || name === 'mv' }
  }
  switch (name) {
    case 'cp':
    case 'rsync':
    case 'scp': {
      const named = words.some((word) => /^(-[a-zA-Z]*t|--target-directory)/.test(word))
      return {
        words: named ? words.map(settingIn) : operandsIn(words).slice(-1),
        isSweeping: words.some((word) => word.startsWith('--delete')),
      }
    }
    case 'dd':
      return { words: words.filter((word) => word.startsWith('of=')).map(settingIn), isSweeping: false }
    case 'uniq':
      return { words: operandsIn(words).slice(1), isSweeping: false }
    case 'git':
      return gitChanges(words)
    default:
      return null
  }
}

function operandsIn(words: readonly string[]): string[] {
  return words.filter((word) => word === '-' || !word.startsWith('-'))
}

export type Changed = {
  readonly words: readonly string[]
  /** Whether it would go down into everything below, the whole project included. */
  readonly isSweeping: boolean
}

const READERS = new Set(
  [
    'cat head tail less more bat tac nl od hexdump strings zcat column fold fmt rev cut tr paste join expand comm wc',
    'grep egrep fgrep zgrep rg ag ack look fd find-up ls ll dir exa eza tree du df stat file diff cmp colordiff delta',
    'sort yq jq gron cksum md5sum sha1sum sha256sum sha512sum shasum b2sum md5 basename dirname realpath readlink',
    'pwd echo printf true false test [ [[ : which type whereis whoami id date sleep env printenv uname hostname ps seq',
    'read case mkdir exit return set unset export local declare typeset readonly shift wait trap hash man tput clear',
    'cd pushd popd dirs shellcheck yamllint gh glab get-content get-childitem select-string test-path gc gci sls',
  ].flatMap((line) => line.split(' ')),
)

/** Options with which a reader writes, or runs something else. */
const WRITING_OPTIONS: Readonly<Record<string, RegExp>> = {
  sort: /^(-[a-zA-Z]*o|--output)/,
  yq: /^(-[a-zA-Z]*i|--inplace|--in-place)/,
  fd: /^(-x|-X|--exec)/,
  tree: /^-o/,
  less: /^-[oO]/,
  rg: /^--pre/,
}

/** `w file` in a script of sed, alone or behind a substitution. */
const SED_WRITES = /(?:^|[;{}\d$/|,#!\s])[gpIiMme\d]*w\s+\S/

const CHANGERS = new Set(
  'rm rmdir unlink shred touch truncate tee chmod chown chgrp chattr setfacl ln mv install sponge mkfifo'.split(
    ' ',
  ),
)

/** What stands behind the equals sign of `--target=x` and `of=x`; any other word as it is. */
function settingIn(word: string): string {
  return /^[\w-]+=(.*)$/s.exec(word)?.[1] ?? word
}

const GIT_READERS = new Set(
  [
    'diff log show status blame annotate grep ls-files ls-tree ls-remote cat-file rev-parse rev-list describe shortlog',
    'branch tag remote fetch push add commit name-rev merge-base check-ignore check-attr for-each-ref reflog show-ref',
    'whatchanged diff-tree diff-index diff-files range-diff cherry count-objects fsck var help version notes',
  ].flatMap((line) => line.split(' ')),
)

function gitReads(words: readonly string[]): boolean {
  const [verb = '', ...rest] = gitVerb(words)
  if (rest.some((word) => word.startsWith('--output'))) return false
  if (verb === 'stash') return ['list', 'show'].includes(rest[0] ?? '')
  return GIT_READERS.has(verb)
}

/** Its options stand before the verb, some with a word of their own. */
function gitVerb(words: readonly string[]): readonly string[] {
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (word === '-C' || word === '-c' || word === '--git-dir' || word === '--work-tree') index++
    else if (!word.startsWith('-')) return words.slice(index)
  }
  return []
}

function gitChanges(words: readonly string[]): Changed {
  const [verb = '', ...rest] = gitVerb(words)
  if (verb === 'clean') return gitCleans(rest)
  const operands = rest.filter((word) => !word.startsWith('-') || word.startsWith('--output')).map(settingIn)
  const isSweeping = verb === 'rm' && rest.some((word) => /^-[a-z]*r/.test(word))
  // A tree to take files from may be written with them in one word, as in `main:path`.
  return { words: operands.flatMap((word) => [word, ...word.split(':').slice(1)]), isSweeping }
}

/** Files that are new or ignored: the records of the agent's own work are both. */
function gitCleans(words: readonly string[]): Changed {
  const isTrial = words.some((word) => /^(-[a-zA-Z]*n|--dry-run)/.test(word))
  const isSparing = words.some((word) => /\.keel\b/.test(word))
  const operands = words.filter((word) => !word.startsWith('-'))
  if (isTrial || isSparing) return { words: [], isSweeping: false }
  return { words: operands.length === 0 ? ['.'] : operands, isSweeping: true }
}
