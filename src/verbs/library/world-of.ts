import { loadConfig } from '#config/load-config.ts'
import { keepMove } from '#journal/kept-moves.ts'
import { keepOutcome } from '#journal/kept-outcomes.ts'
import { openJournal } from '#journal/open-journal.ts'
import { sealKey } from '#kit/seal.ts'
import { assertProject } from '../assert-project.ts'
import { findPlace } from '../find-place.ts'
import type { World } from '../world.ts'

/** The project that a folder is in, for whoever calls keel as a library: nobody is asked, and nobody watches. */
export function worldOf(folder: string, signal: AbortSignal = new AbortController().signal): World {
  const place = findPlace(folder, process.env)
  assertProject(place)
  const now = () => new Date()
  return {
    place,
    config: loadConfig(place),
    confirm: null,
    asker: 'library',
    journal: openJournal({
      root: place.root,
      writer: 'library',
      now,
      key: () => sealKey(place),
      keep: (entry) => {
        keepMove(entry, place)
        keepOutcome(entry, place)
      },
    }),
    program: [],
    now,
    signal,
    tell: () => {},
    mention: () => {},
    warn: () => {},
  }
}
