/**
 * Whether the words of a program of which nothing is known say that it writes: its name, its verbs or its options. Most
 * programs that are given a guarded path look at it: checks, hashes, editors for people.
 */
export function saysItWrites(words: readonly string[]): boolean {
  return words.some((word) => {
    if (LETTERS.test(word)) return true
    const parts = word
      .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z\d]+/)
    return parts.some((part) => WRITING.has(part))
  })
}

/** `-i`, `-w` and `-o`, in one case or the other, are edits in place, writes and outputs almost everywhere; `-rf` says it all. */
const LETTERS = /^-(?:[a-z]{0,3}[iwoIW]|[rRf]{2,3})(?:$|[=.])/

const WRITING = new Set(
  [
    'write delete remove rm rmdir del unlink move mv rename edit update patch put set add append insert replace create mkdir',
    'copy cp save upload import apply touch truncate clear clean reset purge drop destroy erase overwrite modify change toggle',
    'enable disable install uninstall restore revert format fmt yamlfmt fix sync trash archive extract unpack unzip link ln',
    'symlink chmod chown chattr upsert swap rimraf wipe srm shred out output dest destination inplace place tee dd sed perl',
    'ed ex vi vim nvim emacs nano pico mutate migrate codemod jscodeshift transform rewrite strip encrypt decrypt sponge',
    'writefile writefilesync writetext unlinksync rmsync rmtree removesync',
  ].flatMap((line) => line.split(' ')),
)
