import type { LoadedFile, LoadedWhen } from '#words/instructions.ts'
import { cutAgentsText, cutTextOnDemand } from './cut-text.ts'
import type { ReadFile } from './load-tree.ts'
import { whenMatched } from './when-matched.ts'

export function showAtStart({ path, via, bytes, text, dropped }: ReadFile): LoadedFile {
  return { path, via, when: { kind: 'start' }, bytes, text, cut: dropped }
}

/** A file with `paths`. They are relative to `from`, and nothing outside `cwd` brings it in. */
export function showMatched(file: ReadFile, scope: { from: string; cwd: string }): LoadedFile {
  return showOnDemand(file, whenMatched(file.paths ?? [], scope))
}

export function showOnDemand({ path, via, bytes, text, dropped }: ReadFile, when: LoadedWhen): LoadedFile {
  const shown = cutTextOnDemand(text)
  return { path, via, when, bytes, text: shown.text, cut: shown.cut ?? dropped }
}

export function showAgentsFile({ path, via, bytes, text, dropped }: ReadFile, when: LoadedWhen): LoadedFile {
  const shown = cutAgentsText(text, path)
  return { path, via, when, bytes, text: shown.text, cut: shown.cut ?? dropped }
}
