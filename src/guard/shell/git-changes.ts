import { type Call, type Deed, type GitDeed, KEPT, UNSEEN } from './deed.ts'
import { patchHeard } from './file-commands.ts'
import { readOptions } from './read-options.ts'
import { plain, type Value } from './value.ts'

/**
 * What git would do to files. Going from one commit to another is daily work and lets nothing in that was not committed
 * before: only what names paths, or throws away what was never committed, is looked at.
 */
export function gitChanges({ words, heard, inputs }: Call): readonly Deed[] {
  const { before, verb, rest } = partsOf(words)
  const settings = readOptions(before, BEFORE_VERB)
  const run = settings.valuesOf('c').map(({ text }) => scriptIn(text.slice(text.indexOf('=') + 1)))
  const places = settings.valuesOf('work-tree').map(changed)
  return [
    ...run,
    ...(READERS.has(verb) ? [] : places),
    ...runByOption(verb, rest),
    ...deedsOf({ verb, rest, heard, inputs }),
  ]
}

/** Its options stand before the verb, some with a word of their own. */
function partsOf(words: readonly Value[]): {
  before: readonly Value[]
  verb: string
  rest: readonly Value[]
} {
  for (let index = 0; index < words.length; index++) {
    const text = words[index]?.text ?? ''
    if (/^(-C|-c|--git-dir|--work-tree|--namespace)$/.test(text)) index++
    else if (!text.startsWith('-'))
      return { before: words.slice(0, index), verb: text, rest: words.slice(index + 1) }
  }
  return { before: words, verb: '', rest: [] }
}

const BEFORE_VERB = ['C', 'c', 'git-dir', 'work-tree', 'namespace']

const READERS = new Set(
  [
    'diff log show status blame annotate grep ls-files ls-tree ls-remote cat-file rev-parse rev-list describe shortlog',
    'branch tag remote fetch push add commit name-rev merge-base check-ignore check-attr for-each-ref reflog show-ref',
    'whatchanged diff-tree diff-index diff-files range-diff cherry count-objects fsck var help version notes',
  ].flatMap((line) => line.split(' ')),
)

const changed = (at: Value): Deed => ({ kind: 'path', at, reach: 'tree', content: UNSEEN })

function scriptIn(text: string): Deed {
  return { kind: 'script', text: text.replace(/^!/, '') }
}

/** Options that name a program to be run. */
function runByOption(verb: string, rest: readonly Value[]): readonly Deed[] {
  const names = ['x', 'exec', 'upload-pack', 'receive-pack', 'extcmd', 'tree-filter', 'index-filter', 'O']
  const long = readOptions(rest, names.slice(1, -1)).valuesOf(...names.slice(1, -1))
  const short = rest.flatMap(({ text }) => /^-[Ox](.+)$/s.exec(text)?.[1] ?? [])
  // Elsewhere the letter is on its own.
  const next = verb === 'rebase' ? readOptions(rest, ['x']).valuesOf('x') : []
  return [...[...long, ...next].map(({ text }) => scriptIn(text)), ...short.map(scriptIn)]
}

type Asked = Pick<Call, 'heard' | 'inputs'> & { readonly verb: string; readonly rest: readonly Value[] }

function deedsOf({ verb, rest, heard, inputs }: Asked): readonly Deed[] {
  const operands = rest.filter(({ text }) => !text.startsWith('-'))
  switch (verb) {
    case 'checkout':
      return checkedOut(rest)
    case 'restore':
      return restored(rest)
    case 'reset':
      return rest.some(({ text }) => /^--(hard|merge|keep)$/.test(text)) ? [takes('HEAD', [])] : []
    case 'read-tree':
      return operands.map(({ text }) => takes(text, []))
    case 'checkout-index':
      return [takes(null, []), ...operands.map(changed)]
    case 'stash':
      return stashed(rest)
    case 'clean':
      return cleaned(rest)
    case 'apply':
    case 'am':
      return patched({ rest, heard, inputs })
    case 'rm': {
      const isSweeping = rest.some(({ text }) => /^-[a-z]*r/.test(text))
      return operands.map((at) => ({ kind: 'path', at, reach: isSweeping ? 'sweep' : 'tree', content: KEPT }))
    }
    case 'submodule':
    case 'bisect': {
      const run = rest.findIndex(({ text }) => text === 'foreach' || text === 'run')
      const words = rest.slice(run + 1).map((word) => word.text)
      const text = words.join(' ')
      // It is run in folders that nobody knows here.
      return run === -1 ? operands.map(changed) : [scriptIn(text), { kind: 'text', text }]
    }
    case 'config':
      return rest.filter(({ text }) => text.startsWith('!')).map(({ text }) => scriptIn(text))
  }
  const written = rest.flatMap(({ text }) => /^--output=(.*)$/s.exec(text)?.[1] ?? [])
  return READERS.has(verb) ? written.map((text) => changed(plain(text))) : operands.map(changed)
}

function takes(source: string | null, at: readonly Value[]): Deed {
  return { kind: 'git', does: { kind: 'takes', source }, at }
}

/** Operands behind `--` are paths; one before it may be a commit, a branch or a path. */
function checkedOut(rest: readonly Value[]): readonly Deed[] {
  const end = rest.findIndex(({ text }) => text === '--')
  const { operands, has } = readOptions(end === -1 ? rest : rest.slice(0, end), [
    'b',
    'B',
    'orphan',
    'conflict',
  ])
  if (has('b', 'B', 'orphan')) return []
  const paths = end === -1 ? operands : rest.slice(end + 1)
  const source = end === -1 ? (operands.length > 1 ? operands[0] : undefined) : operands[0]
  return paths.length === 0 ? [] : named(source?.text ?? null, paths)
}

function restored(rest: readonly Value[]): readonly Deed[] {
  const { operands, has, valuesOf } = readOptions(rest, ['s', 'source', 'conflict', 'pathspec-from-file'])
  if (has('S', 'staged') && !has('W', 'worktree')) return []
  return named(valuesOf('s', 'source')[0]?.text ?? null, operands)
}

/** Paths that are spelled out count as they stand; of a whole project, what would really become another. */
function named(source: string | null, paths: readonly Value[]): readonly Deed[] {
  const spelled = paths.filter(({ text }) => !text.startsWith(':'))
  const isEverything = spelled.length < paths.length
  return [...spelled.map(changed), takes(source, isEverything ? [] : paths)]
}

function stashed(rest: readonly Value[]): readonly Deed[] {
  const [first, ...more] = rest
  const isVerb = first !== undefined && /^[a-z]+$/.test(first.text)
  if (isVerb && !/^(push|save)$/.test(first.text)) return []
  const { operands, has } = readOptions(isVerb ? more : rest, ['m', 'message'])
  const paths = first?.text === 'save' ? [] : operands
  const which = has('a', 'all') ? 'both' : 'new'
  const swept: Deed[] = has('a', 'all', 'u', 'include-untracked') ? [sweeps(which, paths)] : []
  return [...paths.map(changed), takes('HEAD', paths), ...swept]
}

function sweeps(which: Extract<GitDeed, { kind: 'sweeps' }>['which'], at: readonly Value[]): Deed {
  return { kind: 'git', does: { kind: 'sweeps', which }, at }
}

/** Files that are new or ignored: the records of the agent's own work are both. */
function cleaned(rest: readonly Value[]): readonly Deed[] {
  const { operands, has, valuesOf } = readOptions(rest, ['e', 'exclude'])
  const isSparing = valuesOf('e', 'exclude').some(({ text }) => /\.keel\b/.test(text))
  if (has('n', 'dry-run') || isSparing) return []
  const which = has('X') ? 'ignored' : has('x') ? 'both' : 'new'
  return [...operands.map(changed), sweeps(which, operands)]
}

function patched({ rest, heard, inputs }: Omit<Asked, 'verb'>): readonly Deed[] {
  const { operands, has, valuesOf } = readOptions(rest, [
    'p',
    'C',
    'directory',
    'exclude',
    'include',
    'whitespace',
  ])
  const isLooking = has('check', 'stat', 'numstat', 'summary', 'cached') && !has('apply', 'index')
  if (isLooking || has('abort', 'continue', 'skip', 'quit')) return []
  const told = valuesOf('p').map(({ text }) => Number(text))
  const strip = told.length > 0 ? told : [1]
  return [
    ...[...operands, ...inputs].map((from): Deed => ({ kind: 'patch', from, isText: false, strip })),
    ...heard.map((from) => patchHeard(from, strip)),
    ...valuesOf('directory').map(changed),
  ]
}
