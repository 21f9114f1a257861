import { resolve } from 'node:path'
import type { Call } from './deed.ts'
import { readOptions } from './read-options.ts'
import { readTar } from './read-tar.ts'
import { type Packed, plain, type Value } from './value.ts'

/** What a command hands on through a pipe for another to unpack or to apply; null for one that hands on nothing of the kind. */
export function packedBy({ name, words }: Call, cwd: string | null): readonly Value[] | null {
  switch (name) {
    case 'tar':
    case 'bsdtar':
      return tarPacked(words, cwd)
    case 'git':
      return gitPacked(words)
  }
  return null
}

function packed(what: Packed): readonly Value[] {
  return [{ ...plain(''), packed: what }]
}

function tarPacked(words: readonly Value[], cwd: string | null): readonly Value[] | null {
  const { operands, has, valuesOf, archive } = readTar(words)
  const isPiped = archive === null || archive.text === '-'
  if (cwd === null || !isPiped || !has('c', 'create')) return null
  const base = resolve(cwd, valuesOf('C', 'directory').at(-1)?.text ?? '.')
  return operands.flatMap(({ text }) => packed({ kind: 'files', base, name: text }))
}

function gitPacked(words: readonly Value[]): readonly Value[] | null {
  const at = words.findIndex(({ text }) => /^(?:archive|diff|show|format-patch|stash)$/.test(text))
  const verb = words[at]?.text
  if (verb === undefined) return null
  const rest = words.slice(at + 1)
  const end = rest.findIndex(({ text }) => text === '--')
  const { operands, has, valuesOf } = readOptions(end === -1 ? rest : rest.slice(0, end), VALUED)
  if (has('name-only', 'name-status', 'stat', 'numstat', 'shortstat', 'output', 'o', 's')) return null
  const texts = operands.map(({ text }) => text)
  const paths = end === -1 ? [] : rest.slice(end + 1).map(({ text }) => text)
  const [first = 'HEAD'] = texts
  switch (verb) {
    case 'archive':
      return packed({ kind: 'commit', source: first, below: valuesOf('prefix')[0]?.text ?? '' })
    case 'diff':
      return packed({ kind: 'diff', between: has('cached', 'staged') ? ['--cached'] : texts, paths })
    case 'show':
      return first.includes(':') ? null : packed({ kind: 'diff', between: [`${first}^`, first], paths })
    case 'format-patch':
      return packed({ kind: 'diff', between: [first, 'HEAD'], paths })
    case 'stash':
      return first === 'show' ? packed({ kind: 'diff', between: ['stash@{0}^', 'stash@{0}'], paths }) : null
  }
  return null
}

const VALUED = ['prefix', 'format', 'o', 'output', 'U', 'unified', 'diff-filter', 'S', 'G']
