import { dirname } from 'node:path'
import { readIfReadable } from '#kit/files.ts'
import type { InstructionLoad } from '#words/instructions.ts'
import { boundaryOf } from './boundary.ts'
import { expandFlat } from './expand-flat.ts'
import { expandTree } from './expand-tree.ts'
import type { FoundFile } from './reached-file.ts'

type ExpansionRules = {
  readonly boundaryMarkers: readonly string[]
  readonly importFormat: 'tree' | 'flat'
  /** The folder that explanations are relative to. */
  readonly projectRoot: string
}

/**
 * A found file with all that it imports, each as a file of its own. What takes the place of an import counts for
 * the imported file alone; the frames that Gemini CLI writes around files count for none.
 */
export function expandFile(found: FoundFile, rules: ExpansionRules): InstructionLoad {
  const bytes = readIfReadable(found.path)
  if (bytes === null) return { loaded: [], unloaded: [] }
  const text = bytes.toString('utf8')
  if (text.trim() === '') {
    return { loaded: [], unloaded: [{ path: found.path, kind: 'ignored', because: 'It is empty.' }] }
  }
  const { boundaryMarkers, importFormat, projectRoot } = rules
  const importRoot = boundaryOf(dirname(found.path), boundaryMarkers)
  const top = { ...found, bytes: bytes.length, text, importRoot, projectRoot, chain: [] }
  return importFormat === 'flat' ? expandFlat(top) : expandTree(top)
}
