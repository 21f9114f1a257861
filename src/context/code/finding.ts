import type { FileOutcome } from './parse/batch.ts'
import type { Reference, Tags } from './tags.ts'

type Parsed = Extract<FileOutcome, { readonly kind: 'parsed' }>

/** What became of one file, as it is worked with. */
export type Finding = Exclude<FileOutcome, Parsed> | (Omit<Parsed, 'tags'> & { readonly tags: Tags })

/**
 * Reads what became of files, one after the other. Names and short lists of lines come again in file after file, and are kept
 * once: a large repository has millions of references.
 */
export function readFindings(): (outcome: FileOutcome) => Finding {
  const texts = new Map<string, string>()
  const once = (text: string) => {
    const known = texts.get(text)
    if (known !== undefined) return known
    texts.set(text, text)
    return text
  }
  const single = new Map<number, readonly number[]>()
  const shared = (lines: readonly number[]) => {
    const [line, second] = lines
    if (line === undefined || second !== undefined) return lines
    const known = single.get(line) ?? lines
    single.set(line, known)
    return known
  }
  const reference = ({ name, kind, isMember, lines }: Reference): Reference => ({
    name: once(name),
    kind: once(kind) as Reference['kind'],
    isMember,
    lines: shared(lines),
  })
  return (outcome) => {
    if (outcome.kind !== 'parsed') return outcome
    const { definitions, references, imports, module } = JSON.parse(outcome.tags) as Tags
    const tags = {
      definitions: definitions.map((definition) => ({ ...definition, name: once(definition.name) })),
      references: references.map(reference),
      imports,
      module,
    }
    return { ...outcome, tags }
  }
}
