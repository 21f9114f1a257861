import { isAbsolute, join, relative, resolve } from 'node:path'
import type { Call, Reach, Written } from './shell/deed.ts'
import type { ShellState } from './shell/shell-state.ts'
import { plain, UNKNOWN, type Value } from './shell/value.ts'
import type { Content, Open, Target, Targets } from './target.ts'

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

/** A command of which nothing is known: all that it is told, hears, or stands in. */
export function anythingBy({ words, heard }: Call, state: ShellState): Targets {
  const said = heard.filter(({ isList }) => isList === undefined)
  const values = [...words, ...said].filter(({ text }) => !text.startsWith('-') || !/^-[\w-]*$/.test(text))
  const settings = values.flatMap(({ text, isGlob }) => {
    const value = text.includes('=') ? /^[\w-]+=(.+)$/s.exec(text)?.[1] : undefined
    return value === undefined ? [] : [{ text: value, isGlob }]
  })
  const here = state.cwd === null && state.ending === '' ? [] : [plain('.')]
  const paths = [...values, ...settings, ...here].map((value) =>
    targetsAt(value, { state, reach: 'tree', content: { kind: 'unknown' } }),
  )
  const texts = values
    .filter(({ text }) => /[\s'"(){};,:=]/.test(text))
    .map(({ text }): Target => ({ kind: 'text', text }))
  return together([...paths, settled(texts)])
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
