import { remember } from '#kit/remember.ts'
import { sha256 } from '#kit/sha256.ts'
import type { CodeFile } from '../graph/code-file.ts'
import type { Outline } from '../outline.ts'
import { standsApart } from '../stands-apart.ts'
import { type Definition, NO_TAGS, type Tags } from '../tags.ts'
import { outlineOf } from '../write-tags.ts'

/**
 * What of a file says where imports lead, its own and those of others. As long as it is the same, every import leads where it
 * led before, whatever else became of the file.
 */
export function faceOf({ grammar, tags }: Pick<CodeFile, 'grammar' | 'tags'>): FaceOfFile {
  // In a large repository, most files are of no language that anything is found in.
  if (grammar === null && tags === NO_TAGS) return faceOfNone(NO_TAGS)
  return lookAt({ grammar, tags })
}

function lookAt({ grammar, tags }: Pick<CodeFile, 'grammar' | 'tags'>): FaceOfFile {
  const { modules } = outlineOf(tags)
  const imports = tags.imports.map(({ specifier, names, line }) => [specifier, names, around(line, modules)])
  const own = OPEN[grammar ?? '']?.(tags) ?? []
  return { towards: nameOf(imports), own: nameOf([grammar, tags.module, own]) }
}

export type FaceOfFile = {
  /** Of what it imports. */
  readonly towards: string
  /** Of what says where the imports of others lead. */
  readonly own: string
}

const faceOfNone = remember((tags: Tags) => lookAt({ grammar: null, tags }))

function nameOf(value: unknown): string {
  return sha256(JSON.stringify(value)).slice(0, 16)
}

/** Whether the imports of a file lead by paths alone, whatever else is in any other. */
export function leadsByPaths({ grammar }: Pick<CodeFile, 'grammar'>): boolean {
  return BY_PATHS.has(grammar ?? '')
}

const BY_PATHS: ReadonlySet<string> = new Set([
  'bash',
  'c',
  'cpp',
  'go',
  'javascript',
  'lua',
  'markdown',
  'python',
  'swift',
  'tsx',
  'typescript',
])

/** Where an import stands says, in some languages, whom it is for. */
function around(at: number, modules: Outline['modules']): string[] {
  return modules.filter(({ line, endLine }) => line <= at && at <= endLine).map(({ name }) => name)
}

/** Languages where an import names what is defined, and not the file it is defined in. */
const OPEN: Readonly<Record<string, (tags: Tags) => unknown>> = {
  java: packaged,
  kotlin: packaged,
  scala: packaged,
  php: packaged,
  c_sharp: packaged,
  rust: packaged,
  elixir: packaged,
  ruby: (tags) => {
    const { standing, members, hidden, used, ways } = outlineOf(tags)
    const constants = used
      .map((name, at) => [name, ways[at]] as const)
      .filter(([name]) => /^[A-Z]/.test(name))
    return [standing, members, hidden, constants]
  },
}

function packaged({ definitions }: Tags): unknown {
  const own = definitions.filter((definition) => isPackaged(definition, definitions))
  return own.map(({ name, kind, parent }) => [name, kind, parent])
}

function isPackaged(definition: Definition, definitions: readonly Definition[]): boolean {
  const { kind, parent } = definition
  if (kind === 'module' || parent === null || definitions[parent]?.kind === 'module') return true
  return standsApart(definition, definitions)
}
