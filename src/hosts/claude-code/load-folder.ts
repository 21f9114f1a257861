import type { LoadedVia, UnloadedFile } from '#words/instructions.ts'
import { findRules } from './find-rules.ts'
import { type Loading, loadTree, type ReadFile } from './load-tree.ts'

/** What is looked for in one folder, in the order of the model. */
export type FolderSource = {
  readonly before: readonly string[]
  readonly rules: string | null
  readonly after: readonly string[]
  readonly via: LoadedVia
  readonly mayLeave: boolean
}

export type FolderLoad = {
  readonly standing: readonly ReadFile[]
  /** Files with `paths`, which wait until a file that matches is touched. */
  readonly scoped: readonly ReadFile[]
  readonly unloaded: readonly UnloadedFile[]
  /** The folder of rules, where more than one comes at a time: which is first is up to the file system. */
  readonly unordered: readonly string[]
}

/**
 * Loads what a folder has. `paths` count in rules and in what rules import, file by file: what a scoped rule
 * imports is not scoped by it, and comes as soon as the folder does.
 */
export function loadFolder(source: FolderSource, loading: Loading): FolderLoad {
  const { before, rules, after, via, mayLeave } = source
  const load = (path: string) => loadTree({ path, via, mayLeave }, loading)
  const first = before.map(load)
  const found = rules === null ? { files: [], unloaded: [] } : findRules({ rules, mayLeave }, loading)
  const ruled = found.files.map(load)
  const last = after.map(load)
  const ofRules = ruled.flatMap(({ files }) => files)
  const standing = ofRules.filter(({ paths }) => paths === null)
  const scoped = ofRules.filter(({ paths }) => paths !== null)
  const isUnordered = found.files.length > 1 && Math.max(standing.length, scoped.length) > 1
  return {
    standing: [...first.flatMap(({ files }) => files), ...standing, ...last.flatMap(({ files }) => files)],
    scoped,
    unloaded: [...found.unloaded, ...[...first, ...ruled, ...last].flatMap(({ unloaded }) => unloaded)],
    unordered: rules !== null && isUnordered ? [rules] : [],
  }
}
