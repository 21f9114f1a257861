import { isWithin } from '#kit/confine.ts'
import { realPath } from '#kit/real-path.ts'
import type { InstructionLoad, UnloadedFile } from '#words/instructions.ts'
import type { LoadRequest } from '../contract.ts'
import { dropRepeats } from '../drop-repeats.ts'
import { loadAtStart } from './load-at-start.ts'
import { loadOnDemand } from './load-on-demand.ts'
import { folderOf } from './own-files.ts'
import { readSettings } from './settings.ts'

/**
 * Claude Code reads the files above where it is started, and those below when the agent touches a file there. It
 * shows an imported file behind the one that imports it, and AGENTS.md files only where it has none of its own.
 */
export function loadInstructions({ place, candidates }: LoadRequest): InstructionLoad {
  const settings = readSettings(place)
  const mine = candidates.filter((path) => folderOf(path) !== null)
  if (settings.isSwitchedOff) return { loaded: [], unloaded: mine.map((path) => ignored(path, SWITCHED_OFF)) }
  const loading = { place, settings, seen: new Set<string>() }
  const start = loadAtStart(loading)
  const onDemand = loadOnDemand({ ...start, candidates }, loading)
  const loaded = [
    ...start.atStart,
    ...start.scopedForAll,
    ...onDemand.own,
    ...start.scopedHere,
    ...onDemand.agents,
  ]
  const aside = mine.filter((path) => isAside(path, place.cwd)).map((path) => ignored(path, ASIDE))
  const known = new Set(loaded.map(({ path }) => realPath(path)))
  const unloaded = [...start.unloaded, ...onDemand.unloaded, ...aside]
  return {
    loaded,
    unloaded: dropRepeats(unloaded.filter(({ path }) => !known.has(realPath(path)))),
    unordered: [...start.unordered, ...onDemand.unordered],
  }
}

const SWITCHED_OFF = 'CLAUDE_CODE_DISABLE_CLAUDE_MDS turns all instruction files off.'
const ASIDE = 'Claude Code reads only the folders above where it is started, and those below on demand.'

function ignored(path: string, because: string): UnloadedFile {
  return { path, kind: 'ignored', because }
}

function isAside(path: string, cwd: string): boolean {
  const folder = folderOf(path) ?? cwd
  return !isWithin(folder, cwd) && !isWithin(cwd, folder)
}
