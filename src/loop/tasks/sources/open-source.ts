import type { Keeper } from '#kit/seal.ts'
import type { Place } from '#words/place.ts'
import { type BeadsPlace, beads } from './beads.ts'
import type { SourceName, TaskSource } from './contract.ts'
import { files } from './files.ts'
import { type GithubPlace, github } from './github.ts'

type SourcePlace = GithubPlace & BeadsPlace & Partial<Pick<Place, 'home'>>

export function openSource(name: SourceName, place: SourcePlace): TaskSource {
  switch (name) {
    case 'files':
      return files(place.root, keeperIn(place))
    case 'beads':
      return beads(place)
    case 'github':
      return github(place)
  }
}

/** Who names no home has nothing that other worktrees could have told them. */
function keeperIn({ home, environment }: SourcePlace): Keeper | null {
  return home === undefined ? null : { home, environment }
}
