import type { Tampering } from '#words/evidence.ts'
import type { TestFile } from '../reading/test-file.ts'
import type { Sides } from './match-tests.ts'
import { newPhrases } from './new-phrases.ts'

/** Tests that are singled out, so that all others are not run. A new one silences the others as well as an old one. */
export function findSingledOut({ before, after }: Sides): Tampering[] {
  const shape = ({ language }: TestFile) => (language.singles === null ? [] : [language.singles])
  return newPhrases({ before, after, shape }).map(({ path, line, text }) => ({
    kind: 'test-singled-out',
    path,
    line,
    text: `Only what is marked is run now: \`${text}\`.`,
  }))
}
