import { basename, relative, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Host } from '#hosts/contract.ts'
import { isWithin } from '#kit/confine.ts'
import { statIfThere } from '#kit/files.ts'
import { instructionFiles } from '#verbs/context.ts'
import { findPlace } from '#verbs/find-place.ts'
import type { LoadedFile } from '#words/instructions.ts'
import { type Layout, type LoadingFixture, layOut, loadingFixtures } from './loading-fixture.ts'

/**
 * The conformance suite of `loadInstructions`: for each recorded run of the real program, keel must predict the
 * same files, in the same order, with the same bytes.
 */
export function testHostLoading(name: string, host: Host): void {
  describe(`${name} loads what the real program was seen to load`, () => {
    for (const { name: scenario, fixture } of loadingFixtures(name)) {
      const reason = outOfReach(fixture)
      if (reason === null) it(`${scenario}: ${fixture.asks}`, () => check(host, fixture))
      else it.skip(`${scenario}: ${reason}`, () => {})
    }
  })
}

/**
 * Flags of one run are not in the repository, fixed places of the machine are not for tests to write to, and a
 * program that refused to start loaded nothing.
 */
function outOfReach({ arguments: flags, refused, machine }: LoadingFixture): string | null {
  const telling = flags.filter((flag) => !HARMLESS.has(flag))
  if (telling.length > 0) return `depends on the flags of one run: ${telling.join(' ')}`
  if (machine !== undefined) return `needs files at fixed places: ${Object.keys(machine).join(' ')}`
  return refused === undefined ? null : `the program refused to start: ${refused}`
}

const HARMLESS = new Set(['--skip-git-repo-check', '-s', 'read-only', '--dangerously-skip-permissions'])

function check(host: Host, fixture: LoadingFixture): void {
  const layout = layOut(fixture)
  onTestFinished(layout.dispose)
  const environment = Object.fromEntries(
    Object.entries(fixture.environment).map(([key, value]) => [key, layout.fill(value)]),
  )
  const place = findPlace(layout.cwd, { HOME: layout.home, ...RECORDED_WITH[fixture.host], ...environment })
  const { loaded, unordered = [] } = host.loadInstructions({ place, candidates: instructionFiles(place) })
  const atStart = loaded.filter(({ when }) => when.kind === 'start')
  const seenAtStart = fixture.loaded.filter(({ when }) => when === 'start')
  const expected = seenAtStart.map((seen) => nameOfSeen(seen, layout))
  const predicted = recognisable(atStart, layout, fixture)
  const recognised = settleListings(predicted, {
    layout,
    recordedAt: (file) => expected.indexOf(nameOf(file, layout, fixture)),
  })
  // Where the order is not the predicted one, the prediction must have said so.
  if (unordered.length === 0) expect(recognised).toEqual(predicted)
  expect(recognised.map((file) => nameOf(file, layout, fixture))).toEqual(expected)
  for (const [index, seen] of seenAtStart.entries()) {
    const file = recognised[index]
    if (file !== undefined) expectSameBytes({ ...file, text: layout.unfill(file.text) }, seen)
  }
  const onDemand = loaded.filter(({ when }) => when.kind !== 'start')
  const seenOnDemand = broughtIn(fixture)
  const namesOnDemand = new Set(seenOnDemand.map((seen) => nameOfSeen(seen, layout)))
  const fired = firedOnDemand(onDemand, { layout, fixture, seen: namesOnDemand })
  expect(new Set(fired.map((file) => nameOf(file, layout, fixture)))).toEqual(namesOnDemand)
  for (const seen of seenOnDemand) {
    const file = fired.find((one) => nameOf(one, layout, fixture) === nameOfSeen(seen, layout))
    if (file !== undefined && !dependsOnPaths(seen, fixture))
      expectSameBytes({ ...file, text: unescaped(layout.unfill(file.text)) }, seen)
  }
}

/** Some hosts escape what they send on demand, and the recording counts what was there before. */
function unescaped(text: string): string {
  return text.replaceAll(/&(?:quot|amp|lt|gt|apos|#39);/g, '?')
}

/** Where a limit counts the path of the file as well, a cut falls elsewhere on every machine. */
function dependsOnPaths({ whole }: Seen, { note }: LoadingFixture): boolean {
  return !whole && note?.includes('length of the path') === true
}

/** What every recorded run of a host had in its environment, where the fixture does not say otherwise. */
const RECORDED_WITH: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'gemini-cli': { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
}

type Seen = LoadingFixture['loaded'][number]

/**
 * Which of the files that one glob of a setting names, or that one folder of rules holds, comes first is up to the
 * file system it was recorded on. What they import comes with them.
 */
function settleListings(
  files: readonly LoadedFile[],
  { layout, recordedAt }: { layout: Layout; recordedAt: (file: LoadedFile) => number },
): LoadedFile[] {
  const listingOf = ({ path, via }: LoadedFile): string | null => {
    if (via.kind === 'setting' && /[*?[{]/.test(via.setting)) return via.setting
    if (via.kind !== 'import') return layout.listedIn(path)
    const importer = files.find((file) => file.path === via.from)
    return importer === undefined ? layout.listedIn(via.from) : listingOf(importer)
  }
  const listings = files.map(listingOf)
  const slotOf = (file: LoadedFile) => {
    const index = files.indexOf(file)
    const listing = listings[index] ?? null
    return listing === null ? index : listings.indexOf(listing)
  }
  return files.toSorted((one, other) => slotOf(one) - slotOf(other) || recordedAt(one) - recordedAt(other))
}

/** One copy of a file that the agent read itself is the answer of the tool, not something the host added. */
function broughtIn({ loaded, reads }: LoadingFixture): Seen[] {
  const answers = [...reads]
  return loaded.filter(({ path, when }) => {
    if (when !== 'read') return false
    const answer = answers.indexOf(path)
    if (answer !== -1) answers.splice(answer, 1)
    return answer === -1
  })
}

/**
 * What the agent's doings should have brought in. Which tools but reading a file do so is each host's secret: what
 * such a tool was pointed at, or a folder that was read, may bring files in, and need not. The same goes for a file
 * that the agent read itself.
 */
function firedOnDemand(
  files: readonly LoadedFile[],
  { layout, fixture, seen }: { layout: Layout; fixture: LoadingFixture; seen: ReadonlySet<string> },
): LoadedFile[] {
  const touched = fixture.reads.map((path) => resolve(layout.project, path))
  const read = fixture.readWith === undefined ? touched.filter((path) => !isFolder(path)) : []
  const pointedAt = (JSON.stringify(fixture.tools ?? []).match(/\$PROJECT[^"\\]*/g) ?? [])
    .map((path) => path.replace('$PROJECT', layout.project))
    .concat(touched.filter((path) => !read.includes(path)))
  return recognisable(files, layout, fixture).filter((file) => {
    if (seen.has(nameOf(file, layout, fixture))) return fires(file, { read, pointedAt })
    return fires(file, { read, pointedAt: [] }) && !read.includes(file.path)
  })
}

function expectSameBytes(file: LoadedFile, seen: Seen): void {
  const text = file.text.replaceAll('\ufffd', '')
  if (seen.garbled !== undefined || seen.undecodable !== undefined) return
  // White space at the ends merges with the separators between files, so that nobody can tell whose it was.
  // A replacement character stands for up to three bytes, which some recordings count and others leave out.
  const replaced = file.text.length - text.length
  const ends = seen.whole || seen.stripped !== undefined ? 2 : 0
  const slack = text.length - text.trim().length + ends + 3 * replaced
  const difference = Math.abs(Buffer.byteLength(text) - seen.bytes)
  expect(
    difference,
    `${seen.path}: ${Buffer.byteLength(text)} bytes predicted, ${seen.bytes} seen`,
  ).toBeLessThanOrEqual(slack)
  expect(file.cut === null, `${seen.path} whole`).toBe(seen.whole)
}

/**
 * Text without a whole marker line cannot have been recognised in the recording, unless the host frames its files
 * and the recording says so. What UTF-16 became has its marker between NULs.
 */
function recognisable(files: readonly LoadedFile[], layout: Layout, fixture: LoadingFixture): LoadedFile[] {
  const recorded = new Set(fixture.loaded.map((seen) => nameOfSeen(seen, layout)))
  return files.filter(
    (file) =>
      /MARK \S+ \d{4}/.test(file.text.replaceAll('\0', '')) || recorded.has(nameOf(file, layout, fixture)),
  )
}

function nameOf({ path, via }: LoadedFile, layout: Layout, fixture: LoadingFixture): string {
  const importer = hasVia(fixture) && via.kind === 'import' ? via.from : undefined
  return named({ path, importer }, layout)
}

function nameOfSeen({ path, via }: Seen, layout: Layout): string {
  const absolute = (recorded: string) =>
    resolve(layout.project, layout.fill(recorded).replace(/^~(?=\/)/, layout.home))
  return named({ path: absolute(path), importer: via === undefined ? undefined : absolute(via) }, layout)
}

function hasVia({ loaded }: LoadingFixture): boolean {
  return loaded.some(({ via }) => via !== undefined)
}

/** Whether a rule was found before the rule beside it imports it depends on the order of their folder. */
function named({ path, importer }: { path: string; importer: string | undefined }, layout: Layout): string {
  const name = layout.unfill(fixturePath(path, layout))
  const listing = layout.listedIn(path)
  if (importer === undefined || (listing !== null && listing === layout.listedIn(importer))) return name
  return `${name} via ${layout.unfill(fixturePath(importer, layout))}`
}

function fixturePath(path: string, { home, project, above }: Layout): string {
  if (isWithin(project, path)) return relative(project, path)
  if (isWithin(home, path)) return `~/${relative(home, path)}`
  return isWithin(above, path) ? `../${relative(above, path)}` : basename(path)
}

function isFolder(path: string): boolean {
  return statIfThere(path)?.isDirectory() === true
}

type Touched = { readonly read: readonly string[]; readonly pointedAt: readonly string[] }

/** Whether touching these would bring the file in. */
function fires({ when }: LoadedFile, { read, pointedAt }: Touched): boolean {
  const touched = [...read, ...pointedAt]
  switch (when.kind) {
    case 'listing':
      return pointedAt.some((path) => isWithin(when.directory, path))
    case 'directory':
      return touched.some((path) => isWithin(when.directory, path))
    case 'match':
      return touched.some((path) => when.matches(path))
    case 'start':
    case 'asked':
      return false
  }
}
