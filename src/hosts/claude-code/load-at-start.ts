import { join } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { upward } from '#kit/find-up.ts'
import type { LoadedFile, LoadedVia, UnloadedFile } from '#words/instructions.ts'
import type { Place } from '#words/place.ts'
import { isOfMainCheckoutOnly } from './checkout.ts'
import { findSilencer, type Silencer } from './find-silencer.ts'
import { loadAgents } from './load-agents.ts'
import { type FolderLoad, type FolderSource, loadFolder } from './load-folder.ts'
import { loadMemory } from './load-memory.ts'
import type { Loading } from './load-tree.ts'
import { ownFiles } from './own-files.ts'
import { showAtStart, showMatched } from './show-file.ts'

export type StartLoad = {
  readonly atStart: readonly LoadedFile[]
  /** On demand, the scoped rules of user and machine come before what a touched folder has. */
  readonly scopedForAll: readonly LoadedFile[]
  /** Those of the folders down to where Claude Code is started come behind it. */
  readonly scopedHere: readonly LoadedFile[]
  readonly unloaded: readonly UnloadedFile[]
  readonly unordered: readonly string[]
  readonly silencer: Silencer | null
}

/**
 * What Claude Code loads before the first word of the user: what is laid down for the machine, what the user wrote,
 * then every folder from the top down to where it is started. Neither the repository's root nor the home directory
 * ends that way; only the root of the file system itself is not asked.
 */
export function loadAtStart(loading: Loading): StartLoad {
  const { place, settings } = loading
  const { cwd } = place
  const managed = loadManaged(loading)
  const user = loadUser(loading)
  const chain = upward(cwd).slice(0, -1).reverse()
  const own = chain.map((folder) => loadFolder(sourceOf(folder, loading), loading))
  const silencer = findSilencer(chain, settings)
  // AGENTS.md files are read when all else has been, so that what both import is not theirs, wherever they stand.
  const agents = chain.map((folder) =>
    isOfMainCheckoutOnly(folder, settings.checkout)
      ? { standing: [], scoped: [], unloaded: [], unordered: [] }
      : loadAgents({ folder, silencer, via: viaOf(folder, place) }, loading),
  )
  const ofChain = own.flatMap(({ standing }, index) => [...standing, ...(agents[index]?.standing ?? [])])
  const all = [managed, user].flatMap(({ scoped }) => scoped)
  return {
    atStart: [
      ...[...managed.standing, ...user.standing, ...ofChain].map(showAtStart),
      ...loadMemory(settings),
    ],
    scopedForAll: all.map((file) => showMatched(file, { from: cwd, cwd })),
    scopedHere: own.flatMap(({ scoped }, index) =>
      scoped.map((file) => showMatched(file, { from: chain[index] ?? cwd, cwd })),
    ),
    unloaded: [managed, user, ...own, ...agents].flatMap(({ unloaded }) => unloaded),
    unordered: [managed, user, ...own].flatMap(({ unordered }) => unordered),
    silencer,
  }
}

/** Nobody but the machine's administrator can leave these out. */
function loadManaged(loading: Loading): FolderLoad {
  const { managedDirectory } = loading.settings
  return loadFolder(
    {
      before: [join(managedDirectory, 'CLAUDE.md')],
      rules: join(managedDirectory, '.claude', 'rules'),
      after: [],
      via: { kind: 'setting', setting: 'the policy of this machine' },
      mayLeave: false,
    },
    { ...loading, settings: { ...loading.settings, isExcluded: () => false } },
  )
}

function loadUser(loading: Loading): FolderLoad {
  const { userDirectory } = loading.settings
  return loadFolder(
    {
      before: [join(userDirectory, 'CLAUDE.md')],
      rules: join(userDirectory, 'rules'),
      after: [],
      via: { kind: 'user' },
      mayLeave: true,
    },
    loading,
  )
}

function sourceOf(folder: string, { place, settings }: Loading): FolderSource {
  const { claude, dotClaude, local, rules } = ownFiles(folder)
  const rest = { after: [local], via: viaOf(folder, place), mayLeave: false }
  return isOfMainCheckoutOnly(folder, settings.checkout)
    ? { before: [], rules: null, ...rest }
    : { before: [claude, dotClaude], rules, ...rest }
}

function viaOf(folder: string, { root }: Place): LoadedVia {
  return { kind: isWithin(root, folder) ? 'project' : 'above' }
}
