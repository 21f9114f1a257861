import { isUtf8 } from 'node:buffer'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import type * as z from 'zod'
import { errorCode, readIfThere } from '#kit/files.ts'
import { nearest } from '#kit/nearest.ts'
import type { ConfigLayer, ConfigProblem } from './config-layer.ts'
import { configKeys, configSchema } from './schema.ts'

/** Reads one YAML file and reports everything that is wrong with it, each problem with its line. */
export function readConfigFile(file: string, kind: 'project' | 'user'): ConfigLayer {
  const read = readText(file)
  if (read.kind === 'missing') return { values: new Map(), problems: [] }
  if (read.kind === 'unreadable') return failed([{ where: file, key: '', message: read.message }])
  const lines = new LineCounter()
  const document = parseDocument(read.text, { lineCounter: lines, prettyErrors: false })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line, where: `${file}:${line}:${col}` }
  }
  const broken = document.errors.map(({ pos, message }) => ({
    offset: pos[0],
    problem: { where: at(pos[0]).where, key: '', message: sentence(message) },
  }))
  let data: unknown
  try {
    data = withoutNulls(document.toJS({ maxAliasCount: 100 })) ?? {}
  } catch (error) {
    const message = error instanceof Error ? sentence(error.message) : 'Cannot be read.'
    return failed([...broken.map(({ problem }) => problem), { where: file, key: '', message }])
  }
  const offsetOf = offsetsIn(document.contents)
  const checked = configSchema.safeParse(data)
  const unfit = checked.success
    ? []
    : checked.error.issues.flatMap(problemsOf).map(({ path, message }) => {
        const offset = offsetOf(path)
        return { offset, problem: { where: at(offset).where, key: path.join('.'), message } }
      })
  // Behind a syntax error the parser guesses, and what it guessed is nobody's mistake.
  const guessedFrom = Math.min(...broken.map(({ offset }) => offset))
  const found = [...broken, ...unfit.filter(({ offset }) => offset < guessedFrom)]
  if (found.length > 0) {
    return failed(found.toSorted((one, other) => one.offset - other.offset).map(({ problem }) => problem))
  }
  const values: ConfigLayer['values'] = new Map(
    configKeys.flatMap((key) => {
      const value = valueAt(data, key.path)
      if (value === undefined) return []
      const { line } = at(offsetOf(key.path))
      return [[key.name, { value, source: { kind, file, line } }] as const]
    }),
  )
  return { values, problems: [] }
}

type ReadText =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'text'; readonly text: string }

function readText(file: string): ReadText {
  try {
    const bytes = readIfThere(file)
    if (bytes === null) return { kind: 'missing' }
    if (!isUtf8(bytes))
      return { kind: 'unreadable', message: 'The file is not valid UTF-8. Save it as UTF-8.' }
    return { kind: 'text', text: bytes.toString('utf8') }
  } catch (error) {
    return { kind: 'unreadable', message: `The file cannot be read: ${errorCode(error) ?? String(error)}.` }
  }
}

function failed(problems: readonly ConfigProblem[]): ConfigLayer {
  return { values: new Map(), problems }
}

type KeyProblem = { readonly path: readonly PropertyKey[]; readonly message: string }

function problemsOf(issue: z.core.$ZodIssue): KeyProblem[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: sentence(issue.message) }]
  return issue.keys.map((name) => ({
    path: [...issue.path, name],
    message: unknownKey(issue.path.map(String), name),
  }))
}

function unknownKey(parent: readonly string[], name: string): string {
  const siblings = configKeys
    .filter((key) => parent.every((step, index) => key.path[index] === step))
    .map((key) => key.path[parent.length] ?? '')
  const meant = nearest(name, siblings)
  return meant === null
    ? 'There is no such key. `keel config --schema` lists them.'
    : `There is no such key. Did you mean \`${meant}\`?`
}

/** Tells where the deepest part of a path that exists starts: at its key, so that the line is the one to edit. */
function offsetsIn(contents: Node | null): (path: readonly PropertyKey[]) => number {
  const starts = new Map<string, number>()
  collectStarts(contents, { path: [], starts })
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const start = starts.get(nameOf(path.slice(0, length)))
      if (start !== undefined) return start
    }
    return contents?.range?.[0] ?? 0
  }
}

function collectStarts(
  node: unknown,
  { path, starts }: { path: readonly PropertyKey[]; starts: Map<string, number> },
): void {
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      if (!isScalar(key)) continue
      const below = [...path, String(key.value)]
      if (!starts.has(nameOf(below))) starts.set(nameOf(below), key.range?.[0] ?? 0)
      collectStarts(value, { path: below, starts })
    }
  } else if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      const below = [...path, index]
      starts.set(nameOf(below), (item as Node | null)?.range?.[0] ?? 0)
      collectStarts(item, { path: below, starts })
    }
  }
}

function nameOf(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String))
}

/** `map:` with everything below it commented out is null in YAML, and means that nothing is set there. */
function withoutNulls(data: unknown): unknown {
  if (data === null) return undefined
  if (typeof data !== 'object' || Array.isArray(data)) return data
  const kept = Object.entries(data).map(([key, value]) => [key, withoutNulls(value)] as const)
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined))
}

function valueAt(data: unknown, path: readonly string[]): unknown {
  let at: unknown = data
  for (const step of path)
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined
  return at
}

function sentence(message: string): string {
  const first = message.split('\n')[0] ?? message
  return first.endsWith('.') ? first : `${first}.`
}
