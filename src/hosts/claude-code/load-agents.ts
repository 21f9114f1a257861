import type { LoadedVia } from '#words/instructions.ts'
import type { Place } from '#words/place.ts'
import { nameOf } from './explain-refusal.ts'
import type { Silencer } from './find-silencer.ts'
import { type FolderLoad, loadFolder } from './load-folder.ts'
import type { Loading } from './load-tree.ts'
import { openFile } from './open-file.ts'
import { agentsFiles } from './own-files.ts'

type AgentsFolder = {
  readonly folder: string
  readonly silencer: Silencer | null
  readonly via: LoadedVia
}

/** The AGENTS.md files of a folder, or why those that are there stay unread. */
export function loadAgents({ folder, silencer, via }: AgentsFolder, loading: Loading): FolderLoad {
  const paths = agentsFiles(folder)
  if (silencer === null) {
    return loadFolder({ before: paths, rules: null, after: [], via, mayLeave: false }, loading)
  }
  const because = explainSilence(silencer, loading.place)
  const unread = paths.filter((path) => !['missing', 'directory'].includes(openFile(path).kind))
  return {
    standing: [],
    scoped: [],
    unloaded: unread.map((path) => ({ path, kind: 'ignored', because })),
    unordered: [],
  }
}

function explainSilence(silencer: Silencer, place: Place): string {
  switch (silencer.kind) {
    case 'setting':
      return 'The settings switch off the plugin with which Claude Code reads AGENTS.md files.'
    case 'file':
      return `${nameOf(silencer.path, place)} silences it: Claude Code reads AGENTS.md files only where it finds no file of its own.`
  }
}
