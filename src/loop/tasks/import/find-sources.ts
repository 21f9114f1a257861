import { statSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { isFile, namesIn, readIfReadable } from '#kit/files.ts'
import { realPath } from '#kit/real-path.ts'
import { allFormats } from './all-formats.ts'
import { IMPORT_FORMATS, type ImportFormatName, type SourceFile } from './contract.ts'
import { parseJson } from './parse-json.ts'

export type FoundSource = { readonly format: ImportFormatName; readonly file: SourceFile }

export type FoundSources =
  | { readonly kind: 'found'; readonly sources: readonly FoundSource[] }
  /** Why not, in a sentence; and what to type instead. */
  | { readonly kind: 'nothing'; readonly reason: string; readonly hint: string }

export type SourceQuestion = {
  /** The root of the project, which origins are named from. */
  readonly root: string
  /** Absolute. A file, or a folder that has some in the places where their tools put them. */
  readonly path: string
  /** Null: what it is, is told by name and content. */
  readonly format: ImportFormatName | null
}

export function findSources({ root, path, format }: SourceQuestion): FoundSources {
  const stats = statSync(path, { throwIfNoEntry: false })
  const shown = nameFrom(root, path)
  if (stats === undefined) return nothing(`There is no ${shown}.`, 'keel task import specs/')
  if (stats.isDirectory()) return inFolder({ root, path, format })
  const file = readSource(root, path)
  if (file === null)
    return nothing(
      `${shown} cannot be read as text, or is larger than ${BYTES_MAX >> 20} MB.`,
      'keel task import --help',
    )
  const name = format ?? recognise(file)
  const parsed = /\.json$/i.test(path) ? parseJson(file.text) : null
  if (name === null && parsed?.kind === 'unreadable')
    return nothing(`${shown} ${parsed.reason}.`, `\${EDITOR:-vi} ${shown}`)
  if (name === null)
    return nothing(`${shown} is none of what keel can import: ${IMPORT_FORMATS.join(', ')}.`, hintFor(file))
  return { kind: 'found', sources: [{ format: name, file }] }
}

/** What would come of it: a list without boxes is one for who says so, and any other text can be planned. */
function hintFor(file: SourceFile): string {
  const isList = allFormats.checklist.read(file, { tag: null }).kind === 'drafts'
  if (isList) return `keel task import ${file.path} --from checklist`
  return /\.(?:md|markdown|txt)$/i.test(file.path) ? `keel plan ${file.path}` : 'keel task import --help'
}

function nothing(reason: string, hint: string): FoundSources {
  return { kind: 'nothing', reason, hint }
}

/** By where it really lies, so that another way to the same file is no other file; by the way, where that leads out of the project. */
function nameFrom(root: string, path: string): string {
  const real = relative(realPath(root), realPath(path))
  const name = isWithin(realPath(root), realPath(path)) ? real : relative(root, path)
  return name.split(sep).join('/') || '.'
}

const BYTES_MAX = 64 * 2 ** 20

export function readSource(root: string, path: string): SourceFile | null {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const bytes = size > BYTES_MAX ? null : readIfReadable(path)
  const text = bytes === null ? null : decode(bytes)
  if (text === null) return null
  const beside = (name: string) => {
    const other = readIfReadable(join(dirname(path), name))
    return other === null ? null : decode(other)
  }
  return { path: nameFrom(root, path), text, beside }
}

/** Some editors and shells of Windows write UTF-16. What is no text at all has a zero in it. */
function decode(bytes: Buffer): string | null {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = bytes.toString(isWide ? 'utf16le' : 'utf8').replace(/^\ufeff/, '')
  return text.includes('\0') ? null : text.replaceAll(/\r\n?/g, '\n')
}

function recognise(file: SourceFile): ImportFormatName | null {
  return IMPORT_FORMATS.find((name) => allFormats[name].recognises(file)) ?? null
}

/** Two tools in one project hold the same work twice, as likely as not: then somebody has to say which. */
function inFolder({ root, path, format }: SourceQuestion): FoundSources {
  const found = candidatesIn(path).flatMap((candidate): FoundSource[] => {
    const file = isFile(candidate) ? readSource(root, candidate) : null
    const name = file === null ? null : recognise(file)
    return file === null || name === null || name === 'checklist' ? [] : [{ format: name, file }]
  })
  const sources = format === null ? found : found.filter((one) => one.format === format)
  const shown = nameFrom(root, path)
  const formats = [...new Set(sources.map((one) => one.format))]
  if (formats.length > 1)
    return nothing(
      `${shown} has tasks of ${formats.join(' and ')}. Say which to import.`,
      `keel task import ${shown} --from ${formats[0]}`,
    )
  if (sources.length > 0) return { kind: 'found', sources }
  return nothing(
    `${shown} has no tasks of ${format ?? IMPORT_FORMATS.slice(0, -1).join(', ')} where these tools put them.`,
    'keel task import path/to/tasks.md',
  )
}

function candidatesIn(folder: string): string[] {
  const features = basename(folder) === 'specs' ? folder : join(folder, 'specs')
  return [
    join(folder, 'tasks.md'),
    ...namesIn(features).map((name) => join(features, name, 'tasks.md')),
    ...['prd.json', 'ralph/prd.json', 'scripts/ralph/prd.json'].map((name) => join(folder, name)),
    ...['tasks.json', 'tasks/tasks.json', '.taskmaster/tasks/tasks.json'].map((name) => join(folder, name)),
  ]
}
