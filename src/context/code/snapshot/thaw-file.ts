import type { CodeFile } from '../graph/code-file.ts'
import { languageOf } from '../languages/all.ts'
import type { Snapshot } from './open-snapshot.ts'

type At = { readonly place: number; readonly snapshot: Snapshot }

/** A file as it was, but for the lines that it uses names in. */
export function thawFile(path: string, { place, snapshot }: At): CodeFile {
  return {
    path,
    role: snapshot.roles[place] ?? 'source',
    grammar: grammarOf(path, { place, snapshot }),
    tags: snapshot.tagsOf(place),
  }
}

export function grammarOf(path: string, { place, snapshot }: At): string | null {
  return snapshot.isParsed(place) ? (languageOf(path)?.grammar ?? null) : null
}
