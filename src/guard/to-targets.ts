import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import type { Call, Deed, Written } from './shell/deed.ts'
import { patchNames } from './shell/patch-names.ts'
import type { ShellState } from './shell/shell-state.ts'
import { plain, type Value } from './shell/value.ts'
import type { Lookup, Target, Targets } from './target.ts'
import { anythingBy, pathOf, settled, targetsAt, together } from './targets-at.ts'

/** Where a change leads from the folder that the shell stands in. A script is not looked into here. */
export function toTargets(change: Deed, { call, state }: { call: Call; state: ShellState }): Targets {
  switch (change.kind) {
    case 'path':
      return targetsAt(change.at, { state, reach: change.reach, content: change.content })
    case 'copy':
      return copied(change, state)
    case 'unpack':
      return unpacked(change, state)
    case 'link':
      return targetsAt(endOfLink(change), { state, reach: 'tree', content: KEPT })
    case 'patch':
      return patched(change, state)
    case 'git':
      return byGit(change, state)
    case 'text':
      return settled([{ kind: 'text', text: change.text }])
    case 'anything':
      return anythingBy(call, { state, isKnown: true })
    case 'unknown':
      return anythingBy(call, { state, isKnown: false })
    case 'script':
      return NONE
  }
}

const NONE: Targets = { targets: [], open: [] }
const KEPT: Written = { kind: 'kept' }
const UNSEEN: Written = { kind: 'unknown' }

function asked(lookup: Lookup, otherwise: readonly Target[]): Targets {
  return { targets: [], open: [{ lookup, otherwise }] }
}

type Copied = Extract<Deed, { kind: 'copy' }>

function copied({ from, to, isOfContents }: Copied, state: ShellState): Targets {
  const source = pathOf(from, state)
  const end = pathOf(to, state)
  const name = basename(from.text)
  const content: Written = { kind: 'copied', from }
  const landing = isOfContents || from.isGlob ? to : plain(join(to.text, name))
  const otherwise = targetsAt(landing, { state, reach: 'tree', content }).targets
  if (source === null || end === null || to.isGlob || from.found !== undefined) return settled(otherwise)
  const made = state.made.flatMap((path) => {
    const way = relative(source, path)
    return way === '' || way.startsWith('..')
      ? []
      : [join(isOfContents ? end : join(end, name), way), join(end, way)]
  })
  const known = made.map(
    (path): Target => ({ kind: 'path', path, isGlob: false, reach: 'tree', content: { kind: 'unknown' } }),
  )
  const lookup: Lookup = { kind: 'copy', from: source, isGlob: from.isGlob, to: end, isOfContents }
  return { targets: known, open: [{ lookup, otherwise }] }
}

function unpacked({ from, to }: Extract<Deed, { kind: 'unpack' }>, state: ShellState): Targets {
  const [source, end] = [pathOf(from, state), pathOf(to, state)]
  const otherwise = targetsAt(to, { state, reach: 'tree', content: UNSEEN }).targets
  return source === null || end === null || from.isGlob
    ? settled(otherwise)
    : asked({ kind: 'unpack', from: source, to: end }, otherwise)
}

/** Where a link leads, seen from the folder that it lies in. */
function endOfLink({ at, to }: Extract<Deed, { kind: 'link' }>): Value {
  return isAbsolute(to.text) ? to : { ...to, text: join(dirname(at.text), to.text) }
}

function patched({ from, isText, strip }: Extract<Deed, { kind: 'patch' }>, state: ShellState): Targets {
  if (isText) {
    const named = patchNames(from.text, strip).map(plain)
    return together(named.map((value) => targetsAt(value, { state, reach: 'file', content: UNSEEN })))
  }
  const path = pathOf(from, state)
  if (path === null || state.cwd === null || from.isGlob) return NONE
  return asked({ kind: 'patch', path, cwd: state.cwd, strip }, [])
}

function byGit({ does, at }: Extract<Deed, { kind: 'git' }>, state: ShellState): Targets {
  if (state.cwd === null) return NONE
  const places = at.map((value) => pathOf(value, state) ?? '/')
  const here = at.length === 0 ? [plain('.')] : at
  // What git removes for good is not let through unseen; what it can bring back is.
  const otherwise =
    does.kind === 'sweeps'
      ? here.flatMap((value) => targetsAt(value, { state, reach: 'sweep', content: KEPT }).targets)
      : []
  return asked({ kind: 'git', cwd: state.cwd, does, at: places }, otherwise)
}
