import { realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Layout, LoadingFixture } from '../../contracts/loading-fixture.ts'
import type { ProgramName } from '../programs.ts'
import { alignText } from './align-text.ts'
import { findSightings, type Sighting } from './find-sightings.ts'
import { framesIn } from './frames.ts'
import { fixturePath, type KnownFile, knownFiles } from './known-files.ts'
import type { Evidence } from './run-scenario.ts'

export type Loaded = LoadingFixture['loaded'][number]

export type Observation = {
  readonly loaded: readonly Loaded[]
  readonly absent: readonly string[]
}

/** Recognises the files of a layout in the requests that a program made, by the lines with MARK in them. */
export function observeLoading({
  name,
  fixture,
  layout,
  evidence,
}: {
  name: ProgramName
  fixture: LoadingFixture
  layout: Layout
  evidence: Evidence
}): Observation & { readonly unlisted: ReadonlySet<string> } {
  const known = knownFiles(fixture, layout)
  const sightingsIn = (texts: readonly string[]) => {
    const frames = texts.flatMap((text) => framesIn(name, { text: plain(name, text), cwd: layout.cwd }))
    return findSightings({ name, known, frames })
  }
  const start = sightingsIn(evidence.texts[0] ?? [])
  // A conversation only grows, so that its last request has all that was brought in on the way.
  const later = evidence.texts.length > 1 ? without(sightingsIn(evidence.texts.at(-1) ?? []), start) : []
  const from = importers({ evidence, layout, known })
  const describeAs = (when: Loaded['when']) => (sighting: Sighting) =>
    describe(sighting, { when, layout, importer: importerOf(sighting) ?? from(sighting.file.absolute) })
  const loaded = [...start.map(describeAs('start')), ...later.map(describeAs('read'))]
  const unlisted = new Set(
    known.filter((file) => file.isLink || file.markers.size === 0).map(({ path }) => path),
  )
  return { loaded, absent: absentOf(known, [...start, ...later]), unlisted }
}

/** Copilot escapes what it adds later, and opencode numbers the lines of a file that the agent reads. */
function plain(name: ProgramName, text: string): string {
  if (name === 'opencode') return text.startsWith('<path>') ? text.replaceAll(/^\d+: /gm, '') : text
  if (name !== 'copilot') return text
  return text.replaceAll(/&(quot|lt|gt|#0?39|apos|amp);/g, (_, code: string) => ESCAPED[code] ?? "'")
}

const ESCAPED: Readonly<Record<string, string>> = { quot: '"', lt: '<', gt: '>', amp: '&' }

function without(sightings: readonly Sighting[], others: readonly Sighting[]): Sighting[] {
  const left = others.map(identify)
  return sightings.filter((sighting) => {
    const index = left.indexOf(identify(sighting))
    if (index !== -1) left.splice(index, 1)
    return index === -1
  })
}

function identify(sighting: Sighting): string {
  return `${sighting.file.path} via ${importerOf(sighting)}`
}

/** The file that is shown around another, as far as the frames tell. */
function importerOf({ file, frame: { kind, parent }, around }: Sighting): string | null {
  const importer = parent?.path ?? around?.absolute ?? null
  return kind === 'part' && importer === file.absolute ? null : importer
}

type Importers = (path: string) => string | null

/** Who imported a file: what the program told, in the order in which it told it, or else who mentions the file. */
function importers({
  evidence,
  layout,
  known,
}: {
  evidence: Evidence
  layout: Layout
  known: readonly KnownFile[]
}): Importers {
  const told = (evidence.imports ?? []).map(({ path, from }) => ({ path: resolve(layout.cwd, path), from }))
  if (evidence.imports === null) return () => null
  return (path) => {
    const own = told.filter((one) => one.path === path)
    const [first] = own
    if (first === undefined) return known.find((file) => mentions(file, path))?.absolute ?? null
    if (own.length > 1) told.splice(told.indexOf(first), 1)
    return first.from
  }
}

function mentions({ text, absolute }: KnownFile, path: string): boolean {
  return [...text.matchAll(/@(\S+)/g)].some(
    ([, mention = '']) => resolve(dirname(absolute), mention) === path,
  )
}

function describe(
  { file, shown }: Sighting,
  { when, layout, importer }: { when: Loaded['when']; layout: Layout; importer: string | null },
): Loaded {
  const size = (text: string) => Buffer.byteLength(layout.unfill(text).replaceAll('\ufffd', ''))
  const sum = (pieces: readonly string[]) => pieces.reduce((total, piece) => total + size(piece), 0)
  const via = importer === null ? null : fixturePath(importer, layout)
  const { stripped, replaced, lost, blank } = alignText(file.text, shown)
  const missing = sum(stripped) + sum(replaced) + sum(lost) + sum(blank)
  const undecodable = file.bytes.length - Buffer.byteLength(file.text.replaceAll('\ufffd', ''))
  return {
    path: file.path,
    bytes: size(file.text) - missing,
    whole: lost.length === 0,
    when,
    ...(stripped.length > 0 && { stripped: sum(stripped) }),
    ...(replaced.length > 0 && { replaced: sum(replaced) }),
    ...(undecodable > 0 && { undecodable }),
    ...(via !== null && { via }),
  }
}

function absentOf(known: readonly KnownFile[], seen: readonly Sighting[]): string[] {
  const reached = new Set(seen.flatMap(({ file }) => [file.absolute, realPath(file.absolute)]))
  const isReached = ({ absolute }: KnownFile) => reached.has(absolute) || reached.has(realPath(absolute))
  return [...new Set(known.filter((file) => !file.isLink && !isReached(file)).map(({ path }) => path))]
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
