import type { InstructionLoad } from '#words/instructions.ts'
import { expandImports } from './expand-imports.ts'
import type { FoundFile } from './found-file.ts'
import { readText } from './read-text.ts'
import type { Workspace } from './workspace.ts'

/** A file with a fixed name, whole, with what it imports behind it. */
export function loadBlock({ importRoot, ...found }: FoundFile, workspace: Workspace): InstructionLoad {
  const read = readText(found.path)
  if (read === null) return { loaded: [], unloaded: [] }
  if (read.text.trim() === '') {
    return { loaded: [], unloaded: [{ path: found.path, kind: 'ignored', because: 'It is empty.' }] }
  }
  const file = { ...found, ...read, cut: null }
  return importRoot === null
    ? { loaded: [file], unloaded: [] }
    : expandImports(file, { importRoot, workspace })
}
