import { isAbsolute, join, relative, resolve } from 'node:path'
import type { Call, Reach, Written } from './shell/deed.ts'
import type { ShellState } from './shell/shell-state.ts'
import { isSaid, plain, UNKNOWN, type Value } from './shell/value.ts'
import type { Content, IfSaid, Open, Target, Targets } from './target.ts'

type Manner = { readonly state: ShellState; readonly reach: Reach; readonly content: Written }

/** The path that a word names, and what it leads to through links that the command has made itself. */
export function targetsAt(value: Value, { state, reach, content }: Manner): Targets {
  if (value.packed !== undefined) return settled([])
  const path = pathOf(value, state)
  if (path === null)
    return settled([
      { kind: 'text', text: value.text.includes(UNKNOWN) ? value.text : `${UNKNOWN}${below(value, state)}` },
    ])
  if (value.isList) return listedIn(path, { state, reach, content: contentOf(content, state) })
  if (value.found !== undefined) return foundAt(value, { path, reach, content: contentOf(content, state) })
  const target = { kind: 'path', isGlob: value.isGlob, reach, content: contentOf(content, state) } as const
  return settled([path, ...throughLinks(path, state)].map((one) => ({ ...target, path: one })))
}

function below({ text }: Value, { ending }: ShellState): string {
  return ending === '' ? `/${text}` : join('/', ending, text).replace(/\/$/, '')
}

export function pathOf({ text }: Value, { cwd }: ShellState): string | null {
  if (text.includes(UNKNOWN) || (cwd === null && !isAbsolute(text))) return null
  return resolve(cwd ?? '/', text)
}

function contentOf(content: Written, state: ShellState): Content {
  if (content.kind !== 'copied') return content
  const path = content.from.isGlob ? null : pathOf(content.from, state)
  return path === null ? { kind: 'unknown' } : { kind: 'copied', path }
}

function throughLinks(path: string, { links }: ShellState): string[] {
  return links.flatMap(({ at, to }) => {
    const way = relative(at, path)
    return way.startsWith('..') || isAbsolute(way) ? [] : [join(to, way)]
  })
}

/** Without a look at the disk, only what is spelled out is known of a search. */
function foundAt(
  { text, isGlob, found }: Value,
  { path, reach, content }: { path: string; reach: Reach; content: Content },
): Targets {
  if (found === undefined) return settled([])
  const patterns = [...found.names, ...found.paths]
  const isSweep = patterns.length === 0 && found.also === undefined
  const everything = isSweep ? 'sweep' : reach === 'sweep' ? 'tree' : reach
  const otherwise: Target[] = [
    { kind: 'path', path, isGlob: false, reach: everything, content },
    ...patterns.map((pattern): Target => ({ kind: 'text', text: pattern })),
  ]
  return {
    targets: [],
    open: [
      {
        lookup: { kind: 'found', from: path, isGlob, start: text, tests: found },
        otherwise,
        manner: { reach: 'file', content },
      },
    ],
  }
}

type Listed = { readonly state: ShellState; readonly reach: Reach; readonly content: Content }

function listedIn(path: string, { state, reach, content }: Listed): Targets {
  if (state.cwd === null) return settled([])
  const lookup = { kind: 'lines', from: path, cwd: state.cwd } as const
  return { targets: [], open: [{ lookup, otherwise: [], manner: { reach, content } }] }
}

/** All that a command is told, hears, or stands in. One that is not known at all may only look at what it is told. */
export function anythingBy(call: Call, { state, isKnown }: { state: ShellState; isKnown: boolean }): Targets {
  const { name, words } = call
  const heard = call.heard.filter((value) => isSaid(value) || value.found !== undefined)
  const here = state.cwd === null && state.ending === '' ? [] : [plain('.')]
  // A path within a container is another one outside of it.
  const told = together([named(words, state), mentions(words, { isAll: CONTAINERS.has(name) })])
  return together([
    isKnown
      ? told
      : doubted(
          told,
          [name, ...words.map(({ text }) => text)].map((text) => text.slice(0, SAID_MAX)),
        ),
    named([...heard, ...here], state),
    mentions(heard, { isAll: false }),
  ])
}

const SAID_MAX = 4000
const CONTAINERS = new Set(['docker', 'podman', 'nerdctl'])

function named(values: readonly Value[], state: ShellState): Targets {
  const paths = values.filter(({ text }) => !text.startsWith('-') || !/^-[\w-]*$/.test(text))
  const settings = paths.flatMap(({ text, isGlob }) => {
    const value = text.includes('=') ? /^[\w-]+=(.+)$/s.exec(text)?.[1] : undefined
    return value === undefined ? [] : [{ text: value, isGlob }]
  })
  return together(
    [...paths, ...settings].map((value) =>
      targetsAt(value, { state, reach: 'tree', content: { kind: 'unknown' } }),
    ),
  )
}

function mentions(values: readonly Value[], { isAll }: { isAll: boolean }): Targets {
  const texts = values.filter(({ text }) => isAll || /[\s'"(){};,:=]/.test(text))
  return settled(texts.map(({ text }): Target => ({ kind: 'text', text })))
}

function doubted({ targets, open }: Targets, ifSaid: IfSaid): Targets {
  return {
    targets: targets.map((target) => ({ ...target, ifSaid })),
    open: open.map(({ lookup, otherwise, manner }) => ({
      lookup,
      otherwise: otherwise.map((target) => ({ ...target, ifSaid })),
      ...(manner === undefined ? {} : { manner: { ...manner, ifSaid } }),
    })),
  }
}

export function together(all: readonly Targets[]): Targets {
  return {
    targets: all.flatMap(({ targets }) => targets),
    open: all.flatMap(({ open }): readonly Open[] => open),
  }
}

export function settled(targets: readonly Target[]): Targets {
  return { targets, open: [] }
}
