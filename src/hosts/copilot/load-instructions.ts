import { realPath } from '#kit/real-path.ts'
import type { InstructionLoad, LoadedFile } from '#words/instructions.ts'
import type { LoadRequest } from '../contract.ts'
import { dropRepeats } from '../drop-repeats.ts'
import { explainPassedOver } from './explain-passed-over.ts'
import { findBlocksAtStart, findScopedAtStart } from './find-at-start.ts'
import { loadBelow } from './load-below.ts'
import { loadBlock } from './load-block.ts'
import { loadScopedFile } from './load-scoped-file.ts'
import { findWorkspace, spokenPath, type Workspace } from './workspace.ts'

/**
 * Copilot CLI reads the files of every host it knows, from the repository's root down to where it is started, and
 * below that when the agent views a file there. It expands imports within limits and never cuts a file.
 */
export function loadInstructions({ place, candidates }: LoadRequest): InstructionLoad {
  const workspace = findWorkspace(place)
  const loads = [
    ...sendOnce(
      findBlocksAtStart(workspace).map((file) => loadBlock(file, workspace)),
      workspace,
    ),
    ...findScopedAtStart(workspace).map((file) => loadScopedFile(file, workspace)),
    ...loadBelow(candidates, workspace),
  ]
  const all = loads.flatMap(({ loaded }) => loaded)
  const loaded = [
    ...all.filter(({ when }) => when.kind === 'start'),
    ...all.filter(({ when }) => when.kind !== 'start').map(escapeMarkup),
  ]
  const failed = dropRepeats(loads.flatMap(({ unloaded }) => unloaded))
  const told = new Set([...loaded, ...failed].map(({ path }) => path))
  const passedOver = candidates
    .filter((path) => !told.has(path) && !told.has(realPath(path)))
    .flatMap((path) => explainPassedOver(path, workspace))
  return { loaded, unloaded: [...failed, ...passedOver] }
}

/** Blocks with the same bytes, imports included, are sent once, and the first place wins. */
function sendOnce(loads: readonly InstructionLoad[], workspace: Workspace): InstructionLoad[] {
  const senders = new Map<string, string>()
  return loads.map((load) => {
    const [top, ...imports] = load.loaded
    if (top === undefined) return load
    const content = JSON.stringify([top.text, imports.map(({ path, text }) => [path, text])])
    const sender = senders.get(content)
    if (sender === undefined) {
      senders.set(content, top.path)
      return load
    }
    const because = `Copilot CLI sends the same text once, and ${spokenPath(sender, workspace)} has it too.`
    return { loaded: [], unloaded: [{ path: top.path, kind: 'ignored', because }] }
  })
}

/** On demand the text comes inside a tag, with its own markup escaped. */
function escapeMarkup(file: LoadedFile): LoadedFile {
  const text = file.text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return { ...file, text }
}
