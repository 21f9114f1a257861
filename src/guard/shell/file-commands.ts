import { join } from 'node:path'
import { type Call, type Deed, KEPT, type Reach, UNSEEN, type Written } from './deed.ts'
import { readOptions } from './read-options.ts'
import { readTar } from './read-tar.ts'
import { isSaid, plain, type Value } from './value.ts'

type Changes = (call: Call) => readonly Deed[]

/** Commands that are there to change files, and how they do it. */
export const fileCommands: ReadonlyMap<string, Changes> = new Map<string, Changes>([
  ['rm', changing({ content: KEPT })],
  ['rmdir', changing({ content: KEPT })],
  ['unlink', changing({ content: KEPT })],
  ['shred', changing({ content: KEPT, valued: ['n', 's'] })],
  ['touch', changing({ content: KEPT, valued: ['d', 't', 'r', 'date', 'reference'] })],
  ['truncate', changing({ content: KEPT, valued: ['s', 'r', 'size', 'reference'] })],
  ['chmod', changing({ content: KEPT })],
  ['chown', changing({ content: KEPT })],
  ['chgrp', changing({ content: KEPT })],
  ['chattr', changing({ content: KEPT })],
  ['setfacl', changing({ content: KEPT })],
  ['mkdir', changing({ content: KEPT, reach: 'file', valued: ['m', 'mode'] })],
  ['mkfifo', changing({ content: UNSEEN, valued: ['m', 'mode'] })],
  ['sponge', changing({ content: UNSEEN })],
  ['tee', teeChanges],
  [
    'uniq',
    ({ words }) => pathsAt(readOptions(words, ['f', 's', 'w']).operands.slice(1), { content: UNSEEN }),
  ],
  ['dd', ddChanges],
  ['cp', copyChanges],
  ['scp', copyChanges],
  ['install', copyChanges],
  ['rsync', copyChanges],
  ['mv', moveChanges],
  ['rename', changing({ content: UNSEEN })],
  ['ln', linkChanges],
  ['tar', tarChanges],
  ['bsdtar', tarChanges],
  ['cpio', cpioChanges],
  ['unzip', unzipChanges],
  ['patch', patchChanges],
])

type Manner = { readonly content: Written; readonly reach?: Reach; readonly valued?: readonly string[] }

function changing({ content, reach = 'tree', valued = [] }: Manner): Changes {
  return ({ words }) => {
    const { operands, has } = readOptions(words, valued)
    return pathsAt(operands, { content, reach: has('r', 'R', 'recursive') ? 'sweep' : reach })
  }
}

function pathsAt(
  values: readonly Value[],
  { content, reach = 'tree' }: { content: Written; reach?: Reach },
): readonly Deed[] {
  return values.map((at) => ({ kind: 'path', at, reach, content }))
}

function teeChanges({ words, heard }: Call): readonly Deed[] {
  const content: Written =
    heard.length === 0 || !heard.every(isSaid)
      ? UNSEEN
      : { kind: 'text', text: heard.map(({ text }) => text).join('\n') }
  return pathsAt(readOptions(words, []).operands, { content, reach: 'file' })
}

function ddChanges({ words }: Call): readonly Deed[] {
  const files = words.flatMap(({ text }) => (text.startsWith('of=') ? [plain(text.slice(3))] : []))
  return pathsAt(files, { content: UNSEEN, reach: 'file' })
}

/** Options of cp, install and rsync that take a word of their own, as far as it could be taken for a path. */
const COPY_OPTIONS = [
  't',
  'S',
  'target-directory',
  'suffix',
  'e',
  'm',
  'o',
  'g',
  'exclude',
  'include',
  'filter',
]

function copyChanges({ name, words }: Call): readonly Deed[] {
  const { operands, has, valuesOf } = readOptions(
    words,
    name === 'cp' ? COPY_OPTIONS.slice(0, 4) : COPY_OPTIONS,
  )
  if (name === 'install' && has('d', 'directory')) return pathsAt(operands, { content: KEPT, reach: 'file' })
  const [target] = valuesOf('t', 'target-directory')
  const to = target ?? operands.at(-1)
  if (to === undefined) return []
  const sources = target === undefined ? operands.slice(0, -1) : operands
  const [source, ...more] = sources
  const content: Written =
    source !== undefined && more.length === 0 ? { kind: 'copied', from: source } : UNSEEN
  const isSweeping = has('delete', 'delete-after', 'delete-before', 'delete-during', 'delete-excluded')
  return [
    { kind: 'path', at: to, reach: isSweeping ? 'sweep' : 'file', content },
    ...sources.map(
      (from): Deed => ({ kind: 'copy', from, to, isOfContents: has('T') || isOfContents(name, from) }),
    ),
    ...(has('remove-source-files') ? pathsAt(sources, { content: KEPT, reach: 'sweep' }) : []),
    ...(has('s', 'symbolic-link', 'l', 'link') && name === 'cp'
      ? sources.map((from): Deed => ({ kind: 'link', at: to, to: from }))
      : []),
  ]
}

function isOfContents(name: string, { text }: Value): boolean {
  return name === 'rsync' ? /(^|\/)\.?$/.test(text) : /(^|\/)\.$/.test(text)
}

function moveChanges(call: Call): readonly Deed[] {
  const { operands, valuesOf } = readOptions(call.words, ['t', 'S', 'target-directory', 'suffix'])
  const isTold = valuesOf('t', 'target-directory').length > 0
  const moved = isTold ? operands : operands.slice(0, -1)
  return [...pathsAt(moved, { content: KEPT, reach: 'sweep' }), ...copyChanges({ ...call, name: 'cp' })]
}

/** Whoever can write to a link, or to the same file by another name, can write to what it leads to. */
function linkChanges({ words }: Call): readonly Deed[] {
  const { operands, valuesOf } = readOptions(words, ['t', 'S', 'target-directory', 'suffix'])
  const [folder] = valuesOf('t', 'target-directory')
  const at = folder ?? (operands.length > 1 ? operands.at(-1) : plain('.'))
  const ends = folder === undefined && operands.length > 1 ? operands.slice(0, -1) : operands
  if (at === undefined) return []
  return [
    ...pathsAt(ends, { content: KEPT }),
    { kind: 'path', at, reach: 'file', content: UNSEEN },
    ...ends.map((to): Deed => ({ kind: 'link', at, to })),
  ]
}

function tarChanges({ words, heard, inputs }: Call): readonly Deed[] {
  const { operands, has, valuesOf, archive } = readTar(words)
  if (has('t', 'list')) return []
  if (has('c', 'create', 'r', 'append', 'u', 'update')) {
    const written = archive === null ? [] : pathsAt([archive], { content: UNSEEN, reach: 'file' })
    return has('remove-files')
      ? [...written, ...pathsAt(operands, { content: KEPT, reach: 'sweep' })]
      : written
  }
  const to = valuesOf('C', 'directory').at(-1) ?? plain('.')
  const isPiped = archive === null || archive.text === '-'
  if (isPiped && heard.length + inputs.length === 0) return unseenIn(to)
  const sources = isPiped ? [...heard, ...inputs] : [archive]
  return [...sources.flatMap((from) => unpackChanges(from, to)), ...pathsAt(operands, { content: UNSEEN })]
}

/** What goes through a pipe comes from a file, from another that packs, or from git. */
function unpackChanges(from: Value, to: Value): readonly Deed[] {
  const { packed } = from
  switch (packed?.kind) {
    case 'files':
      return [
        {
          kind: 'copy',
          from: plain(join(packed.base, packed.name)),
          to: plain(join(to.text, packed.name)),
          isOfContents: true,
        },
      ]
    case 'commit':
      return [
        {
          kind: 'git',
          does: { kind: 'takes', source: packed.source },
          at: [plain(join(to.text, packed.below))],
        },
      ]
    case 'diff':
      return []
    case undefined:
      return [{ kind: 'unpack', from, to }]
  }
}

/** `cpio -p` copies the files that it hears of. */
function cpioChanges({ words, heard }: Call): readonly Deed[] {
  const { operands, has, valuesOf } = readOptions(words, ['F', 'H', 'D', 'E', 'file', 'directory'])
  const to = operands.at(-1) ?? valuesOf('D', 'directory').at(-1) ?? plain('.')
  if (has('t', 'list', 'o', 'create')) return []
  if (!has('p', 'pass-through')) return unseenIn(to)
  return heard.map(({ text, isGlob }) => ({
    kind: 'copy',
    from: { text, isGlob },
    to: plain(join(to.text, text)),
    isOfContents: true,
  }))
}

function unseenIn(to: Value): readonly Deed[] {
  return pathsAt([to], { content: UNSEEN })
}

function unzipChanges({ words }: Call): readonly Deed[] {
  const { operands, has, valuesOf } = readOptions(words, ['d', 'x', 'P'])
  const [from, ...members] = operands
  if (from === undefined || has('l', 't', 'v', 'p', 'Z', 'z')) return []
  const to = valuesOf('d').at(-1) ?? plain('.')
  return [{ kind: 'unpack', from, to }, ...pathsAt(members, { content: UNSEEN })]
}

/** A patch that comes through a pipe: as a text, out of a file, or from git. */
export function patchHeard(from: Value, strip: readonly number[]): Deed {
  const { packed } = from
  return packed?.kind === 'diff'
    ? { kind: 'git', does: { kind: 'patches', between: packed.between }, at: packed.paths.map(plain) }
    : { kind: 'patch', from, isText: isSaid(from), strip }
}

function patchChanges({ words, heard, inputs }: Call): readonly Deed[] {
  const { operands, has, valuesOf } = readOptions(words, [
    'p',
    'i',
    'd',
    'o',
    'r',
    'input',
    'strip',
    'directory',
    'output',
  ])
  if (has('dry-run', 'C')) return []
  const told = valuesOf('p', 'strip').map(({ text }) => Number(text))
  const strip = told.length > 0 ? told : [0, 1]
  const [file, given] = operands
  const sources = [...valuesOf('i', 'input'), ...(given === undefined ? [] : [given]), ...inputs]
  return [
    ...sources.map((from): Deed => ({ kind: 'patch', from, isText: false, strip })),
    ...heard.map((from) => patchHeard(from, strip)),
    ...pathsAt([...(file === undefined ? [] : [file]), ...valuesOf('o', 'output', 'r')], { content: UNSEEN }),
    ...pathsAt(valuesOf('d', 'directory'), { content: UNSEEN }),
  ]
}
