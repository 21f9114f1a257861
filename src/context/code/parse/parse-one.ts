import { languageOf } from '../languages/all.ts'
import type { FileOutcome } from './batch.ts'
import { type Origin, readSource } from './read-source.ts'
import type { Parse, ParseOutcome, Parsers } from './start-parsing.ts'

export type OneFile = {
  readonly path: string
  readonly parsers: Parsers
  /** How it is done, where not simply here and now. */
  readonly run?: (parse: Parse, source: string) => ParseOutcome
  readonly limitMs: number
}

/** What becomes of one file, and where that comes from. */
export async function parseOne({
  path,
  parsers,
  limitMs,
  run = (parse, source) => parse({ source, limitMs }),
}: OneFile): Promise<Origin & { readonly outcome: FileOutcome }> {
  const source = readSource(path)
  const { changedAt, blobs } = source
  const origin = { changedAt, blobs }
  const language = languageOf(path)
  if (language === null) return { outcome: { kind: 'unread', why: 'unknown' }, ...origin }
  if (source.kind === 'unread') return { outcome: { kind: 'unread', why: source.why }, ...origin }
  const parse = await parsers(language)
  if (parse === null) return { outcome: { kind: 'unread', why: 'no-grammar' }, ...origin }
  const parsed = run(parse, source.text)
  if (parsed.kind === 'timeout') return { outcome: { kind: 'failed', why: 'timeout' }, ...origin }
  const { tags, hasErrors } = parsed
  const { isGenerated } = source
  return { outcome: { kind: 'parsed', tags: JSON.stringify(tags), isGenerated, hasErrors }, ...origin }
}
