import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../../is-test-file.ts'
import type { ChangedText } from '../text/changed-text.ts'

/** Lists beside the tests that had items, and have none. */
export function findEmptiedData(changes: readonly ChangedText[]): Tampering[] {
  return changes.flatMap(({ path, before, after }): Tampering[] => {
    if (!isTestFile(path) || !/\.json$/.test(path) || before === null || after === null) return []
    const isEmptied = /^\s*\[\s*[^\s\]]/.test(before) && /^\s*\[\s*\]\s*$/.test(after)
    const text = 'The list had items that tests may run over, and has none now.'
    return isEmptied ? [{ kind: 'test-removed', path, line: 1, text }] : []
  })
}
