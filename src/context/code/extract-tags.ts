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
  const imports = reading.imports.flatMap((draft) => finishImport(draft, language))
  for (const imported of imports)
    for (const name of imported.names)
      if (name !== '*' && name !== 'default')
        noteReference(reading, { name, kind: 'import', isMember: false, line: imported.line })
  return { definitions: finishDefinitions(reading), references, imports, module }
}

function finishImport({ text, line, specifier, names }: ImportDraft, { readImport }: Language): Import[] {
  if (readImport !== undefined)
    return readImport(text).map(({ below = 0, ...found }) => ({ ...found, line: line + below }))
  return specifier === null ? [] : [{ specifier, names, line }]
}
