import { dirname } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { upward } from '#kit/find-up.ts'
import type { LoadedFile, UnloadedFile } from '#words/instructions.ts'
import type { LoadRequest } from '../contract.ts'
import { findSilencer } from './find-silencer.ts'
import { loadAgents } from './load-agents.ts'
import type { StartLoad } from './load-at-start.ts'
import { type FolderLoad, loadFolder } from './load-folder.ts'
import type { Loading, ReadFile } from './load-tree.ts'
import { folderOf, ownFiles } from './own-files.ts'
import { showAgentsFile, showMatched, showOnDemand } from './show-file.ts'

type OnDemandLoad = {
  readonly own: readonly LoadedFile[]
  /** AGENTS.md files come in a message of their own, behind all others. */
  readonly agents: readonly LoadedFile[]
  readonly unloaded: readonly UnloadedFile[]
  readonly unordered: readonly string[]
}

type OnDemandRequest = Pick<LoadRequest, 'candidates'> & Pick<StartLoad, 'atStart' | 'silencer'>

/**
 * What comes in when the agent touches a file below where Claude Code is started: that of all folders on the way to
 * it. What two folders beside each other import comes with the one touched first, and is listed for both.
 */
export function loadOnDemand(request: OnDemandRequest, loading: Loading): OnDemandLoad {
  const { candidates, atStart, silencer } = request
  const { place } = loading
  const shown = new Set(atStart.map(({ path }) => path))
  const seenUpTo = new Map<string, ReadonlySet<string>>()
  const loads = foldersOf(candidates, place.cwd).map((folder) => {
    const above = upward(dirname(folder)).find((at) => seenUpTo.has(at)) ?? ''
    // A folder starts afresh: only the names that were shown count then, so that a link to a shown file shows it again.
    const seen = new Set(seenUpTo.get(above))
    seenUpTo.set(folder, seen)
    const own = loadOwn(folder, { ...loading, seen })
    const quiet = silencer ?? findSilencer([folder], loading.settings)
    const agents = loadAgents({ folder, silencer: quiet, via: { kind: 'project' } }, { ...loading, seen })
    const when = { kind: 'directory', directory: folder } as const
    const isNew = ({ path }: ReadFile) => !shown.has(path)
    return {
      own: [
        ...own.standing.filter(isNew).map((file) => showOnDemand(file, when)),
        ...own.scoped.filter(isNew).map((file) => showMatched(file, { from: folder, cwd: place.cwd })),
      ],
      agents: agents.standing
        .filter(({ realPath }) => !loading.seen.has(realPath))
        .map((file) => showAgentsFile(file, when)),
      unloaded: [...own.unloaded, ...agents.unloaded],
      unordered: own.unordered,
    }
  })
  return {
    own: loads.flatMap(({ own }) => own),
    agents: loads.flatMap(({ agents }) => agents),
    unloaded: loads.flatMap(({ unloaded }) => unloaded),
    unordered: loads.flatMap(({ unordered }) => unordered),
  }
}

/** The folders below that have something to load, parents first. */
function foldersOf(candidates: readonly string[], cwd: string): string[] {
  const folders = new Set(candidates.flatMap((path) => folderOf(path) ?? []))
  return [...folders].filter((folder) => folder !== cwd && isWithin(cwd, folder)).sort()
}

/** Below the start folder the local file comes before the rules, and not behind them. */
function loadOwn(folder: string, loading: Loading): FolderLoad {
  const { claude, dotClaude, local, rules } = ownFiles(folder)
  const before = [claude, dotClaude, local]
  return loadFolder({ before, rules, after: [], via: { kind: 'project' }, mayLeave: false }, loading)
}
