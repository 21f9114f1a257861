import type { InstructionLoad, UnloadedFile } from '#words/instructions.ts'
import { explainImport } from './explain-import.ts'
import { placeOf, type ReachedFile, reach, resolveFrom, show } from './reached-file.ts'
import { type ImportPart, isImport, splitImports } from './split-imports.ts'

/**
 * Tree format, the default: each import is replaced where it stands, as often as it stands there. A file comes
 * before what it imports, since its frame opens first.
 */
export function expandTree(file: ReachedFile): InstructionLoad {
  const parts = splitImports(file.text)
  if (file.chain.length === HOPS_MAX) {
    return { loaded: [show(file, file.text)], unloaded: leftAsText(file, parts.filter(isImport)) }
  }
  const kept = parts.map((part) => (isImport(part) ? '' : part.text)).join('')
  const own = show(file, file.chain.length === 0 ? kept.trim() : kept)
  const imported = parts.filter(isImport).map((part) => follow(file, part))
  return {
    loaded: [own, ...imported.flatMap(({ loaded }) => loaded)],
    unloaded: imported.flatMap(({ unloaded }) => unloaded),
  }
}

const HOPS_MAX = 5

const NOTHING: InstructionLoad = { loaded: [], unloaded: [] }

/** An import that leads back into its own chain brings nothing, and is no fault either. */
function follow(file: ReachedFile, part: ImportPart): InstructionLoad {
  const found = resolveFrom(file, part)
  if (found.kind !== 'file') {
    return { loaded: [], unloaded: explainImport({ file, part, found, format: 'tree' }) }
  }
  return file.chain.includes(found.path) ? NOTHING : expandTree(reach(file, { found, line: part.line }))
}

/** At the limit an import stays as it is written. That it was meant as one shows in its file being there. */
function leftAsText(file: ReachedFile, imports: readonly ImportPart[]): UnloadedFile[] {
  return imports.flatMap((part) => {
    const { kind, path } = resolveFrom(file, part)
    if (kind !== 'file' || file.chain.includes(path)) return []
    const because = `${placeOf(file, part)} imports it, but Gemini CLI follows imports only ${HOPS_MAX} files deep.`
    return [{ path, kind: 'cut', because }]
  })
}
