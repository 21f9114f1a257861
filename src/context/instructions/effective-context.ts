import { accessSync, constants } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { errorCode } from '#kit/files.ts'
import { realPath } from '#kit/real-path.ts'
import type { TokenCounter } from '#kit/tokens.ts'
import type { InstructionLoad, LoadedFile, LoadedVia, LoadedWhen } from '#words/instructions.ts'
import type { Place } from '#words/place.ts'

/** When a file reaches the model, as plain data. */
export type ContextMoment =
  | Exclude<LoadedWhen, { kind: 'match' }>
  | { readonly kind: 'match'; readonly globs: readonly string[] }

/** One file as a host will show it to the model. */
export type ContextFile = {
  /** Relative to the project, `~/…` below the home directory, absolute elsewhere. */
  readonly path: string
  readonly via: LoadedVia
  readonly when: ContextMoment
  /** Of what reaches the model. */
  readonly bytes: number
  readonly lines: number
  readonly tokens: number
  /** On disk. More than `bytes` where something was cut or stripped. */
  readonly bytesOnDisk: number
  readonly cut: { readonly bytes: number; readonly because: string } | null
  /** Where the same text, or much of it, was loaded before. */
  readonly repeats: { readonly path: string; readonly lines: number } | null
}

export type HostContext = {
  readonly host: string
  readonly title: string
  readonly basis: string
  readonly files: readonly ContextFile[]
  readonly notLoaded: readonly {
    readonly path: string
    readonly because: string
    readonly kind: 'ignored' | 'cut' | 'missing'
  }[]
  /** Folders and settings whose files come as the file system lists them: their order in `files` says nothing. */
  readonly unordered: readonly string[]
  /** What the model is shown before the first word of the user. */
  readonly atStart: {
    readonly files: number
    readonly bytes: number
    readonly lines: number
    readonly tokens: number
  }
  /** True where a limit of the host drops text that somebody wrote for it. */
  readonly isCut: boolean
}

export type HostLoad = {
  readonly host: string
  readonly title: string
  readonly basis: string
  readonly load: InstructionLoad
}

export type EffectiveContextParts = {
  readonly place: Place
  readonly loads: readonly HostLoad[]
  /** Every file of the project that some host recognises, absolute. */
  readonly candidates: readonly string[]
  readonly countTokens: TokenCounter
}

/** What each host will really load from here: measured, counted, compared. */
export function effectiveContext({
  place,
  loads,
  candidates,
  countTokens,
}: EffectiveContextParts): HostContext[] {
  const name = (path: string) => displayPath(place, path)
  const tokensOf = remember(countTokens)
  return loads.map(({ host, title, basis, load }) => {
    const files = load.loaded.map((file, index) =>
      contextFile(file, { name, tokensOf, earlier: load.loaded.slice(0, index) }),
    )
    const start = files.filter(({ when }) => when.kind === 'start')
    return {
      host,
      title,
      basis,
      files,
      notLoaded: notLoaded({ load, candidates, title }).map((file) => ({ ...file, path: name(file.path) })),
      unordered: (load.unordered ?? []).map(name),
      atStart: {
        files: start.length,
        bytes: sum(start, 'bytes'),
        lines: sum(start, 'lines'),
        tokens: sum(start, 'tokens'),
      },
      isCut: files.some(({ cut }) => cut !== null) || load.unloaded.some(({ kind }) => kind === 'cut'),
    }
  })
}

function contextFile(
  file: LoadedFile,
  {
    name,
    tokensOf,
    earlier,
  }: { name: (path: string) => string; tokensOf: TokenCounter; earlier: readonly LoadedFile[] },
): ContextFile {
  const { text, via, when, cut } = file
  const repeated = repeatOf(file, earlier)
  return {
    path: name(file.path),
    via: via.kind === 'import' ? { ...via, from: name(via.from) } : via,
    when: momentOf(when, name),
    bytes: Buffer.byteLength(text),
    lines: text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    tokens: tokensOf(text),
    bytesOnDisk: file.bytes,
    cut,
    repeats: repeated === null ? null : { ...repeated, path: name(repeated.path) },
  }
}

function momentOf(when: LoadedWhen, name: (path: string) => string): ContextMoment {
  switch (when.kind) {
    case 'directory':
    case 'listing':
      return { kind: when.kind, directory: name(when.directory) }
    case 'match':
      return { kind: 'match', globs: when.globs }
    case 'start':
    case 'asked':
      return when
  }
}

/** Short lines (headings, fences, list bullets) are alike in unrelated files; five long ones are a copy. */
const LONG_LINE = 40
const LINES_OF_A_COPY = 5

function repeatOf(file: LoadedFile, earlier: readonly LoadedFile[]): { path: string; lines: number } | null {
  const own = longLines(file.text)
  let best: { path: string; lines: number } | null = null
  for (const other of earlier) {
    const theirs = longLines(other.text)
    const shared = own.filter((line) => theirs.includes(line)).length
    const isSame = file.text.trim().length >= LONG_LINE && file.text.trim() === other.text.trim()
    if (!isSame && shared < LINES_OF_A_COPY) continue
    const lines = isSame ? file.text.trim().split('\n').length : shared
    if (best === null || lines > best.lines) best = { path: other.path, lines }
  }
  return best
}

function longLines(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line.length >= LONG_LINE)
}

/** What the host gave a reason for, then every other instruction file of the project that it passes over. */
function notLoaded({
  load,
  candidates,
  title,
}: {
  load: InstructionLoad
  candidates: readonly string[]
  title: string
}) {
  const told = new Set([...load.loaded, ...load.unloaded].map(({ path }) => realPath(path)))
  const rest = candidates
    .filter((path) => !told.has(realPath(path)))
    .map((path) => ({ path, kind: 'ignored' as const, because: `${title} does not read it from here.` }))
  return [...load.unloaded, ...rest].map((file) =>
    isForbidden(file.path) ? { ...file, because: FORBIDDEN } : file,
  )
}

const FORBIDDEN = 'It cannot be read with your permissions, nor by a host that runs with them.'

function isForbidden(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return false
  } catch (error) {
    return errorCode(error) === 'EACCES'
  }
}

function displayPath({ root, home }: Place, path: string): string {
  // A setting may name an address instead of a file.
  if (!isAbsolute(path)) return path
  if (isWithin(root, path)) return portable(relative(root, path)) || '.'
  return isWithin(home, path) ? `~/${portable(relative(home, path))}` : path
}

function portable(path: string): string {
  return path.split(sep).join('/')
}

function remember(countTokens: TokenCounter): TokenCounter {
  const counted = new Map<string, number>()
  return (text) => {
    const known = counted.get(text)
    if (known !== undefined) return known
    const tokens = countTokens(text)
    counted.set(text, tokens)
    return tokens
  }
}

function sum(files: readonly ContextFile[], field: 'bytes' | 'lines' | 'tokens'): number {
  return files.reduce((total, file) => total + file[field], 0)
}
