import { languageOf } from '../languages/all.ts'
import { pairBrackets } from '../text/pair-brackets.ts'
import { stripSource } from '../text/strip-source.ts'
import { findSpans } from './find-spans.ts'
import type { Written } from './read-tests.ts'

/** Whether tests are written in a file, which is told long before what they assert. */
export function holdsTests({ path, text }: Omit<Written, 'isSetUp'>): boolean {
  const language = languageOf(path)
  if (language === null) return false
  const source = stripSource(text, language.tokens)
  const ground = { source, brackets: pairBrackets(source.code), decorators: language.decorators }
  return findSpans(ground, language.tests).length > 0
}
