import { languageOf } from '../languages/all.ts'
import type { FileOutcome } from './batch.ts'
import { readSource } from './read-source.ts'
import type { Parse, ParseOutcome, Parsers } from './start-parsing.ts'

export type OneFile = {
  readonly path: string
  readonly parsers: Parsers
  /** How it is done, where not simply here and now. */
  readonly run?: (parse: Parse, source: string) => ParseOutcome
  readonly limitMs: number
}

/** What becomes of one file, and when it was changed last. */
export async function parseOne({
  path,
  parsers,
  limitMs,
  run = (parse, source) => parse({ source, limitMs }),
}: OneFile): Promise<{ readonly outcome: FileOutcome; readonly changedAt: number }> {
  const source = readSource(path)
  const { changedAt } = source
  const language = languageOf(path)
  if (language === null) return { outcome: { kind: 'unread', why: 'unknown' }, changedAt }
  if (source.kind === 'unread') return { outcome: { kind: 'unread', why: source.why }, changedAt }
  const parse = await parsers(language)
  if (parse === null) return { outcome: { kind: 'unread', why: 'no-grammar' }, changedAt }
  const parsed = run(parse, source.text)
  if (parsed.kind === 'timeout') return { outcome: { kind: 'failed', why: 'timeout' }, changedAt }
  const { tags, hasErrors } = parsed
  const { isGenerated } = source
  return { outcome: { kind: 'parsed', tags: JSON.stringify(tags), isGenerated, hasErrors }, changedAt }
}
