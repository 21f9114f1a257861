import type { InstructionLoad, UnloadedFile } from '#words/instructions.ts'
import type { LoadRequest } from '../contract.ts'
import { dropRepeats } from '../drop-repeats.ts'
import { expandFile } from './expand-file.ts'
import { explainPassedOver } from './explain-passed-over.ts'
import { findAtStart } from './find-at-start.ts'
import { findOnDemand } from './find-on-demand.ts'
import type { FoundFile } from './reached-file.ts'
import { type Refusal, refusedFolders } from './refused-folders.ts'
import { readSettings } from './settings.ts'
import { loadSystemPrompt } from './system-prompt.ts'

/**
 * Gemini CLI reads upward from where it is started to the repository's root, and below when the agent touches a
 * folder there. It expands imports and cuts nothing.
 */
export function loadInstructions(request: LoadRequest): InstructionLoad {
  const { place } = request
  const settings = readSettings(place)
  const { boundaryMarkers, importFormat } = settings
  const rules = { boundaryMarkers, importFormat, projectRoot: place.root }
  const atStart = findAtStart(place, settings)
  const below = findOnDemand(request, { settings, atStart })
  const refused = refusedFolders(
    below.map(({ directory }) => directory),
    { start: place.cwd, settings },
  )
  const onDemand = below.flatMap((file) => whereAllowed(file, refused.get(file.directory)))
  const loads = [
    loadSystemPrompt(place, settings),
    ...atStart.map((file) => expandFile(file, rules)),
    // On demand the format is always the tree, whatever the settings say.
    ...onDemand.map((file) => expandFile(file, { ...rules, importFormat: 'tree' })),
  ]
  const loaded = loads.flatMap((load) => load.loaded)
  const unloaded = [
    ...loads.flatMap((load) => load.unloaded),
    ...below
      .filter(({ directory }) => refused.get(directory) === 'closed')
      .map(({ path }): UnloadedFile => ({ path, kind: 'ignored', because: CLOSED })),
  ]
  const passedOver = explainPassedOver(request, { settings, load: { loaded, unloaded } })
  return { loaded, unloaded: dropRepeats([...unloaded, ...passedOver]) }
}

/** What is ignored is refused to who reads, but listing the folder or writing to it brings its file in. */
function whereAllowed(file: FoundFile & { directory: string }, refusal: Refusal | undefined): FoundFile[] {
  switch (refusal) {
    case undefined:
      return [file]
    case 'ignored':
      return [{ ...file, when: { kind: 'listing', directory: file.directory } }]
    case 'closed':
      return []
  }
}

const CLOSED = 'Gemini CLI lets nobody into node_modules.'
