import { HASHES, type Language } from '../language.ts'
import query from './bash.scm'

export const bash: Language = {
  name: 'Bash',
  grammar: 'bash',
  extensions: ['.sh', '.bash', '.zsh', '.ksh', '.bats'],
  fileNames: ['.bashrc', '.bash_profile', '.bash_aliases', '.profile', '.zshrc', '.zshenv', '.zprofile'],
  query,
  comment: HASHES,
  ignores: ({ name }) => BUILT_IN.has(name),
  // A variable is defined where it is first given a value.
  once: ({ kind, name }) => (kind === 'function' ? null : name),
  isExported: ({ name }) => !name.startsWith('_'),
}

const BUILT_IN = new Set(
  `. : [ [[ alias bg bind break builtin cd command compgen complete continue declare dirs disown echo enable eval exec
  exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read
  readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset
  wait`.split(/\s+/),
)
