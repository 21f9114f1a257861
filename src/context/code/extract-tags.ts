import { CAPTURE_WORDS, type Captures } from './captures.ts'
import { finishDefinitions } from './finish-definitions.ts'
import type { Language } from './language.ts'
import { noteReference } from './note-reference.ts'
import { type ImportDraft, startReading } from './reading.ts'
import type { Import, Tags } from './tags.ts'
import { takesOf } from './takes-of.ts'

export type Parsed = {
  readonly language: Language
  readonly source: string
  readonly captures: Captures
}

/** Reads definitions, references and imports off the captures of a language's query. */
export function extractTags({ language, source, captures: { names, words } }: Parsed): Tags {
  const reading = startReading({ language, source, words })
  const takes = takesOf(names)
  for (let at = 0; at < words.length; at += CAPTURE_WORDS) {
    reading.at = at
    takes[words[at] ?? 0]?.(reading)
  }
  const { references, module } = reading
  const understood = reading.imports.flatMap((draft) => finishImport(draft, language))
  const imports = [...understood, ...importsMissed(understood, { language, source })]
  for (const imported of imports)
    for (const name of imported.names)
      if (name !== '*' && name !== 'default' && !name.startsWith('::'))
        noteReference(reading, { name, kind: 'import', isMember: false, line: imported.line })
  return { definitions: finishDefinitions(reading), references, imports, module }
}

/** Those that the grammar did not see, by their lines. What stands in a comment is none. */
function importsMissed(
  understood: readonly Import[],
  { language: { importLine }, source }: Pick<Parsed, 'language' | 'source'>,
): Import[] {
  if (importLine === undefined) return []
  const known = new Set(understood.map(({ line }) => line))
  const missed: Import[] = []
  let [line, from] = [1, 0]
  for (const { 1: written = '', index } of source.matchAll(importLine)) {
    line += source.slice(from, index).split('\n').length - 1
    from = index
    if (known.has(line) || source.lastIndexOf('/*', index) > source.lastIndexOf('*/', index)) continue
    missed.push({ specifier: written.replace(/^"|"$/g, ''), names: ['*'], line })
  }
  return missed
}

function finishImport({ text, line, specifier, names }: ImportDraft, { readImport }: Language): Import[] {
  if (readImport !== undefined)
    return readImport(text).map(({ below = 0, ...found }) => ({ ...found, line: line + below }))
  return specifier === null ? [] : [{ specifier, names, line }]
}
