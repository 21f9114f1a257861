import { type HostName, hostNames, hosts } from '#hosts/registry.ts'
import type { Place } from '#words/place.ts'
import { instructionFiles } from './context.ts'

/** An instruction file of which a host's limit drops something, or everything. */
export type CutFile = {
  readonly host: HostName
  readonly path: string
  /** What is left of it. */
  readonly text: string
  readonly because: string
}

export function cutFiles(place: Place): CutFile[] {
  const candidates = instructionFiles(place)
  return hostNames.flatMap((host) => {
    const { loaded, unloaded } = hosts[host].loadInstructions({ place, candidates })
    return [
      ...loaded.flatMap(({ path, text, cut }) =>
        cut === null ? [] : [{ host, path, text, because: cut.because }],
      ),
      ...unloaded.flatMap(({ path, kind, because }) =>
        kind === 'cut' ? [{ host, path, text: '', because }] : [],
      ),
    ]
  })
}
