import { basename } from 'node:path'
import type { InstructionLoad, UnloadedFile } from '#words/instructions.ts'
import type { LoadRequest } from '../contract.ts'
import { identityOf } from './identity.ts'
import type { GeminiSettings } from './settings.ts'
import { spokenPath } from './spoken-path.ts'

/** The candidates that one could expect Gemini CLI to read and that nothing has been said of yet, with the reason. */
export function explainPassedOver(
  { place, candidates }: LoadRequest,
  { settings, load }: { settings: GeminiSettings; load: InstructionLoad },
): UnloadedFile[] {
  const told = new Set([...load.loaded, ...load.unloaded].map(({ path }) => path))
  const namesakes = new Map(load.loaded.map(({ path }) => [identityOf(path), path]))
  return candidates
    .filter((path) => !told.has(path))
    .flatMap((path) => {
      const namesake = namesakes.get(identityOf(path))
      const because =
        namesake === undefined
          ? reasonFor(basename(path), settings)
          : `It is the same file as ${spokenPath(place.root, namesake)}, which is loaded.`
      return because === null ? [] : [{ path, kind: 'ignored', because }]
    })
}

function reasonFor(name: string, { names, isTrusted }: GeminiSettings): string | null {
  if (names.some((known) => basename(known) === name)) {
    return isTrusted
      ? 'Gemini CLI reads only upward from where it is started, and below it on demand.'
      : 'Gemini CLI is told not to trust this folder.'
  }
  return name === 'AGENTS.md'
    ? 'Gemini CLI reads it only where it is imported, or where context.fileName names it.'
    : null
}
