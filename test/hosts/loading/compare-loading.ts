import { dirname } from 'node:path'
import type { Loaded, Observation } from './observe-loading.ts'

/** What is known of a recording that tells which of its differences mean something. */
export type Recording = Observation & {
  readonly note?: string | undefined
  /** Links, and files without a marker: older recordings list them among the absent, or do not. */
  readonly unlisted: ReadonlySet<string>
}

/** In words, what a program does otherwise than was recorded; nothing where it does the same. */
export function compareLoading(recorded: Recording, observed: Observation): string[] {
  const before = recorded.loaded.filter(isRecognisable)
  const stumps = recorded.loaded.filter((file) => !isRecognisable(file)).map(({ path }) => path)
  const after = [...observed.loaded]
  const hasImporters = before.some(({ via }) => via !== undefined)
  const name = (file: Loaded) => (hasImporters ? identify(file) : identify({ ...file, via: undefined }))
  const pairs = before.map((file) => {
    const index = after.findIndex((other) => name(other) === name(file))
    return { file, twin: index === -1 ? undefined : after.splice(index, 1)[0] }
  })
  const found = pairs.flatMap(({ file, twin }) => (twin === undefined ? [] : [{ file, twin }]))
  const gone = pairs.flatMap(({ file, twin }) =>
    twin === undefined ? [`no longer loaded: ${name(file)}`] : [],
  )
  const isListed = (path: string) => !recorded.unlisted.has(path) && !stumps.includes(path)
  return [
    ...gone,
    ...after.map((file) => `newly loaded: ${name(file)}`),
    ...found.flatMap(({ file, twin }) => compareFile(file, { twin, note: recorded.note })),
    ...compareOrder({ before: found.map(({ twin }) => twin), after: observed.loaded, note: recorded.note }),
    ...differences(recorded.absent.filter(isListed), observed.absent.filter(isListed)),
  ]
}

/** Less than a whole marker cannot be recognised; such stumps were put down by hand, knowing the limit. */
function isRecognisable({ whole, bytes }: Loaded): boolean {
  return whole || bytes >= MARKER_BYTES_MIN
}

const MARKER_BYTES_MIN = 11

function identify({ path, via, when }: Loaded): string {
  return `${path}${via === undefined ? '' : ` via ${via}`} (${when})`
}

function compareFile(
  { path, bytes, whole, garbled, undecodable }: Loaded,
  { twin, note }: { twin: Loaded; note: string | undefined },
): string[] {
  if (whole !== twin.whole)
    return [`${path} was ${whole ? 'whole' : 'cut'} and is ${twin.whole ? 'whole' : 'cut'}`]
  const isUnclear = [garbled, undecodable, twin.undecodable].some((mark) => mark !== undefined)
  const dependsOnPaths = !whole && note?.includes('length of the path') === true
  if (isUnclear || dependsOnPaths || Math.abs(bytes - twin.bytes) <= BLANKS_MAX) return []
  return [`${path} had ${bytes} bytes and has ${twin.bytes}`]
}

/** Whose the white space at the ends of a file is cannot be told, once it stands between others. */
const BLANKS_MAX = 2

/** In which order one folder is taken, or what one glob names, is up to the file system; all else has an order. */
function compareOrder({
  before,
  after,
  note,
}: {
  before: readonly Loaded[]
  after: readonly Loaded[]
  note: string | undefined
}): string[] {
  const kept = after.filter((file) => before.includes(file))
  const isListed = note?.includes('do not assert their order') === true
  const folders = (files: readonly Loaded[]) =>
    files.map(({ path, when }) => `${when} ${isListed ? path.split('/')[0] : dirname(path)}`).join('\n')
  if (folders(before) === folders(kept)) return []
  return [`the order was ${spell(before)} and is ${spell(kept)}`]
}

function spell(files: readonly Loaded[]): string {
  return files.map(({ path }) => path).join(', ')
}

function differences(before: readonly string[], after: readonly string[]): string[] {
  return [
    ...before.filter((path) => !after.includes(path)).map((path) => `no longer absent: ${path}`),
    ...after.filter((path) => !before.includes(path)).map((path) => `newly absent: ${path}`),
  ]
}
