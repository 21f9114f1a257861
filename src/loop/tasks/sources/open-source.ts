import { type BeadsPlace, beads } from './beads.ts'
import type { SourceName, TaskSource } from './contract.ts'
import { files } from './files.ts'
import { type GithubPlace, github } from './github.ts'

export function openSource(name: SourceName, place: GithubPlace & BeadsPlace): TaskSource {
  switch (name) {
    case 'files':
      return files(place.root)
    case 'beads':
      return beads(place)
    case 'github':
      return github(place)
  }
}
