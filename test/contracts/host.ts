import { basename, relative, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Host } from '#hosts/contract.ts'
import { hosts } from '#hosts/registry.ts'
import { isWithin } from '#kit/confine.ts'
import { listFiles } from '#kit/list-files.ts'
import { findPlace } from '#verbs/find-place.ts'
import type { LoadedFile } from '#words/instructions.ts'
import { type Layout, type LoadingFixture, layOut, loadingFixtures } from './loading-fixture.ts'

/**
 * The conformance suite of `loadInstructions`: for each recorded run of the real program, keel must predict the
 * same files, in the same order, with the same bytes.
 */
export function testHostLoading(
  name: string,
  host: Host,
  { skip = {} }: { skip?: Record<string, string> } = {},
): void {
  describe(`${name} loads what the real program was seen to load`, () => {
    for (const { name: scenario, fixture } of loadingFixtures(name)) {
      const reason = skip[scenario.replace(/@.*/, '')] ?? outOfReach(fixture)
      if (reason === null) it(`${scenario}: ${fixture.asks}`, () => check(host, fixture))
      else it.skip(`${scenario}: ${reason}`, () => {})
    }
  })
}

/** Flags of one run are not in the repository, and a program that refused to start loaded nothing. */
function outOfReach({ arguments: flags, refused }: LoadingFixture): string | null {
  const telling = flags.filter((flag) => !HARMLESS.has(flag))
  if (telling.length > 0) return `depends on the flags of one run: ${telling.join(' ')}`
  return refused === undefined ? null : `the program refused to start: ${refused}`
}

const HARMLESS = new Set(['--skip-git-repo-check', '-s', 'read-only', '--dangerously-skip-permissions'])

function check(host: Host, fixture: LoadingFixture): void {
  const layout = layOut(fixture)
  onTestFinished(layout.dispose)
  const environment = Object.fromEntries(
    Object.entries(fixture.environment).map(([key, value]) => [key, value.replaceAll('$HOME', layout.home)]),
  )
  const place = findPlace(layout.cwd, { HOME: layout.home, ...environment })
  const candidates = listFiles(place.root).filter((path) =>
    Object.values(hosts).some((known) => known.recognises(relative(place.root, path))),
  )
  const { loaded } = host.loadInstructions({ place, candidates })
  const atStart = loaded.filter(({ when }) => when.kind === 'start')
  const seenAtStart = fixture.loaded.filter(({ when }) => when === 'start')
  expect(marked(atStart, layout, fixture)).toEqual(seenAtStart.map(({ path, via }) => named(path, via)))
  for (const [index, seen] of seenAtStart.entries()) expectSameBytes(withMarks(atStart)[index], seen)
  const onDemand = loaded.filter((file) => file.when.kind !== 'start' && fires(file, fixture, layout))
  const seenOnRead = fixture.loaded.filter(({ when }) => when === 'read')
  expect(new Set(marked(onDemand, layout, fixture))).toEqual(
    new Set(seenOnRead.map(({ path, via }) => named(path, via))),
  )
}

type Seen = LoadingFixture['loaded'][number]

function expectSameBytes(file: LoadedFile | undefined, seen: Seen): void {
  const text = file?.text.replaceAll('\ufffd', '') ?? ''
  if (seen.garbled !== undefined || seen.undecodable !== undefined) return
  // White space at the ends merges with the separators between files, so that nobody can tell whose it was.
  const slack = text.length - text.trim().length + (seen.whole ? 2 : 0)
  const difference = Math.abs(Buffer.byteLength(text) - seen.bytes)
  expect(
    difference,
    `${seen.path}: ${Buffer.byteLength(text)} bytes predicted, ${seen.bytes} seen`,
  ).toBeLessThanOrEqual(slack)
  expect(file?.cut === null, `${seen.path} whole`).toBe(seen.whole)
}

/** Text without a whole marker line cannot have been recognised in the recording. */
function withMarks(files: readonly LoadedFile[]): LoadedFile[] {
  return files.filter(({ text }) => /MARK \S+ \d{4}/.test(text))
}

function marked(files: readonly LoadedFile[], layout: Layout, fixture: LoadingFixture): string[] {
  return withMarks(files).map(({ path, via }) =>
    named(
      fixturePath(path, layout),
      hasVia(fixture) && via.kind === 'import' ? fixturePath(via.from, layout) : undefined,
    ),
  )
}

function hasVia({ loaded }: LoadingFixture): boolean {
  return loaded.some(({ via }) => via !== undefined)
}

function named(path: string, via: string | undefined): string {
  return via === undefined ? path : `${path} via ${via}`
}

function fixturePath(path: string, { home, project, above }: Layout): string {
  if (isWithin(project, path)) return relative(project, path)
  if (isWithin(home, path)) return `~/${relative(home, path)}`
  return isWithin(above, path) ? `../${relative(above, path)}` : basename(path)
}

/** Whether reading the fixture's files would bring this one in. */
function fires({ when }: LoadedFile, { reads }: LoadingFixture, { project }: Layout): boolean {
  const touched = reads.map((path) => resolve(project, path))
  switch (when.kind) {
    case 'directory':
      return touched.some((path) => isWithin(when.directory, path))
    case 'match':
      return touched.some((path) => when.matches(path))
    case 'start':
    case 'asked':
      return false
  }
}
