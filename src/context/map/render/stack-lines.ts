import type { Stack } from '../structure/structure.ts'
import type { MapLine } from './map-line.ts'
import { spokenLanguages } from './spoken-languages.ts'

export function stackLines({
  languages,
  frameworks,
  libraries,
  runtimes,
  packageManagers,
  builders,
  workspaces,
}: Stack): MapLine[] {
  const spoken = spokenLanguages(languages).map(({ name, percent }) => `${name} ${percent}%`)
  const lists = [
    { label: 'Languages', items: spoken, rank: 1 },
    { label: 'Frameworks', items: frameworks.slice(0, 12).map(({ name }) => name), rank: 2 },
    {
      label: 'Runtimes',
      items: runtimes.slice(0, 8).map(({ name, version }) => `${name} ${version}`),
      rank: 4,
    },
    { label: 'Package managers', items: packageManagers.slice(0, 6).map(({ name }) => name), rank: 4 },
    { label: 'Build', items: builders.slice(0, 4).map(({ name }) => name), rank: 4 },
    {
      label: 'Workspaces',
      items: workspaces.slice(0, 6).map(({ name, members }) => `${name} (${members})`),
      rank: 5,
    },
    { label: 'Libraries', items: libraries.slice(0, 16).map(({ name }) => name), rank: 6 },
  ]
  return lists
    .filter(({ items }) => items.length > 0)
    .map(({ label, items, rank }) => ({
      section: 'stack',
      text: `- ${label}: ${[...new Set(items)].join(', ')}`,
      rank,
    }))
}
