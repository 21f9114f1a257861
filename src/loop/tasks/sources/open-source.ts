import type { Place } from '#words/place.ts'
import { beads } from './beads.ts'
import type { SourceName, TaskSource } from './contract.ts'
import { files } from './files.ts'
import { github } from './github.ts'

export function openSource(name: SourceName, place: Pick<Place, 'root' | 'environment'>): TaskSource {
  switch (name) {
    case 'files':
      return files(place.root)
    case 'beads':
      return beads(place)
    case 'github':
      return github(place)
  }
}
