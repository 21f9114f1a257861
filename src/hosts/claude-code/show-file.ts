import type { LoadedFile, LoadedWhen } from '#words/instructions.ts'
import { cutAgentsText, cutTextOnDemand } from './cut-text.ts'
import type { ReadFile } from './load-tree.ts'
import { whenMatched } from './when-matched.ts'

export function showAtStart({ path, via, bytes, text }: ReadFile): LoadedFile {
  return { path, via, when: { kind: 'start' }, bytes, text, cut: null }
}

/** A file with `paths`. They are relative to `from`, and nothing outside `cwd` brings it in. */
export function showMatched(file: ReadFile, scope: { from: string; cwd: string }): LoadedFile {
  return showOnDemand(file, whenMatched(file.paths ?? [], scope))
}

export function showOnDemand({ path, via, bytes, text }: ReadFile, when: LoadedWhen): LoadedFile {
  return { path, via, when, bytes, ...cutTextOnDemand(text) }
}

export function showAgentsFile({ path, via, bytes, text }: ReadFile, when: LoadedWhen): LoadedFile {
  return { path, via, when, bytes, ...cutAgentsText(text, path) }
}
