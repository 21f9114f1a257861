import type { FileOutcome } from './parse/batch.ts'
import type { Tags } from './tags.ts'
import { readTags } from './write-tags.ts'

type Parsed = Extract<FileOutcome, { readonly kind: 'parsed' }>

/** What became of one file, as it is worked with. */
export type Finding = Exclude<FileOutcome, Parsed> | (Omit<Parsed, 'tags'> & { readonly tags: Tags })

/**
 * Reads what became of files, one after the other. Names come again in file after file, and are kept once: a large repository has
 * millions of references.
 */
export function readFindings(): (outcome: FileOutcome) => Finding {
  const names = new Map<string, string>()
  const once = (name: string) => {
    const known = names.get(name)
    if (known !== undefined) return known
    names.set(name, name)
    return name
  }
  return (outcome) =>
    outcome.kind === 'parsed' ? { ...outcome, tags: readTags(outcome.tags, once) } : outcome
}
