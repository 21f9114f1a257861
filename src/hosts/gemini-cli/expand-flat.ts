import type { InstructionLoad, LoadedFile, UnloadedFile } from '#words/instructions.ts'
import { explainImport } from './explain-import.ts'
import { type ReachedFile, reach, resolveFrom, show } from './reached-file.ts'
import { isImport, splitImports } from './split-imports.ts'

/**
 * Flat format: nothing is replaced, and the imported files follow the one at the top: the last import first, each
 * once, however deep. All of them count as imported by the file at the top, from the line that led to them.
 */
export function expandFlat(top: ReachedFile): InstructionLoad {
  const loaded: LoadedFile[] = [show(top, top.text.trim())]
  const unloaded: UnloadedFile[] = []
  const seen = new Set<string>()
  const visit = (file: ReachedFile, lineAtTop: number | null): void => {
    for (const part of splitImports(file.text).filter(isImport).reverse()) {
      const found = resolveFrom(file, part)
      if (found.kind !== 'file') {
        unloaded.push(...explainImport({ file, part, found, format: 'flat' }))
      } else if (!seen.has(found.path)) {
        seen.add(found.path)
        const line = lineAtTop ?? part.line
        const reached = reach(top, { found, line })
        loaded.push(show(reached, reached.text.trim()))
        visit(reached, line)
      }
    }
  }
  visit(top, null)
  return { loaded, unloaded }
}
