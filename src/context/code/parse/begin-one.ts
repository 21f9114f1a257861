import type { Language } from '../language.ts'
import { languageOf } from '../languages/all.ts'
import { dialectOf } from '../languages/dialect-of.ts'
import { writeTags } from '../write-tags.ts'
import type { FileOutcome } from './batch.ts'
import { type Origin, readSource } from './read-source.ts'
import type { ParseOutcome, ParseRequest } from './start-parsing.ts'

export type OneFile<Finish extends () => unknown> = {
  readonly path: string
  /** Null where nobody can parse it. */
  readonly parsers: (language: Language) => Promise<((request: ParseRequest) => Finish) | null>
  readonly limitMs: number
}

/** What is left to do for a file that was taken in hand, and how that is done where not simply then and there. */
export type FinishOne<Finish extends () => unknown> = (
  run: (finish: Finish) => ParseOutcome | Promise<ParseOutcome>,
) => Promise<OneOutcome>

/** What became of one file, and where that comes from. */
export type OneOutcome = Origin & { readonly outcome: FileOutcome }

/** Reads a file and takes it in hand. Whoever parses elsewhere is at work on it from then on. */
export async function beginOne<Finish extends () => unknown>({
  path,
  parsers,
  limitMs,
}: OneFile<Finish>): Promise<FinishOne<Finish>> {
  const source = readSource(path)
  const { changedAt, blobs } = source
  const settled = (outcome: FileOutcome) => async () => ({ outcome, changedAt, blobs })
  const language = languageOf(path)
  if (language === null) return settled({ kind: 'unread', why: 'unknown' })
  if (source.kind === 'unread') return settled({ kind: 'unread', why: source.why })
  const parse = await parsers(dialectOf(language, source.text))
  if (parse === null) return settled({ kind: 'unread', why: 'no-grammar' })
  const finish = parse({ source: source.text, bytes: source.bytes, limitMs })
  return async (run) => {
    const parsed = await run(finish)
    if (parsed.kind === 'failed') return settled(parsed)()
    const { tags, hasErrors } = parsed
    const { isGenerated } = source
    return settled({ kind: 'parsed', tags: writeTags(tags), isGenerated, hasErrors })()
  }
}
