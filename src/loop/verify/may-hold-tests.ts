import { isTestFile } from './is-test-file.ts'
import { languageOf } from './tamper/languages/all.ts'

/** Whether tests may stand in a file: in some languages they stand beside what they test. */
export function mayHoldTests(path: string): boolean {
  return isTestFile(path) || languageOf(path)?.where === 'everywhere'
}
