import { isWithin } from '#kit/confine.ts'
import type { InstructionLoad, LoadedFile, LoadedWhen } from '#words/instructions.ts'
import { matchGlobs } from './match-globs.ts'
import { readText } from './read-text.ts'
import { scopeOf } from './scope.ts'
import type { Workspace } from './workspace.ts'

export type ScopedFile = Pick<LoadedFile, 'path' | 'via'> & {
  /** When it comes if its front matter does not say which files it is about. */
  readonly unscoped: LoadedWhen
  /** Only files in this folder can bring it in. */
  readonly within: string
}

/** An instruction or rule file, whole, front matter and all. Its imports stay text. */
export function loadScopedFile(
  { path, via, unscoped, within }: ScopedFile,
  { root }: Workspace,
): InstructionLoad {
  const read = readText(path)
  if (read === null) return { loaded: [], unloaded: [] }
  if (read.text.trim() === '') {
    return { loaded: [], unloaded: [{ path, kind: 'ignored', because: 'It is empty.' }] }
  }
  const file = { path, via, ...read, cut: null }
  const scope = scopeOf(read.text)
  switch (scope.kind) {
    case 'always':
      return { loaded: [{ ...file, when: unscoped }], unloaded: [] }
    case 'matching': {
      const matchesGlobs = matchGlobs(scope.globs, root)
      const matches = (touched: string) => isWithin(within, touched) && matchesGlobs(touched)
      return { loaded: [{ ...file, when: { kind: 'match', globs: scope.globs, matches } }], unloaded: [] }
    }
    case 'excluded': {
      const because = `Its front matter excludes the ${scope.agent}, which Copilot CLI takes itself for.`
      return { loaded: [], unloaded: [{ path, kind: 'ignored', because }] }
    }
  }
}
