import type { Stack } from '../structure/structure.ts'
import type { MapLine } from './map-line.ts'

export function stackLines({
  languages,
  frameworks,
  libraries,
  runtimes,
  packageManagers,
  workspaces,
}: Stack): MapLine[] {
  const shown = languages.filter(({ share }) => share >= SHARE_MIN)
  const spoken = (shown.length === 0 ? languages : shown).slice(0, 8)
  const lists = [
    { label: 'Languages', items: spoken.map(({ name, share }) => `${name} ${percent(share)}`), rank: 1 },
    { label: 'Frameworks', items: frameworks.slice(0, 12).map(({ name }) => name), rank: 2 },
    {
      label: 'Runtimes',
      items: runtimes.slice(0, 8).map(({ name, version }) => `${name} ${version}`),
      rank: 4,
    },
    { label: 'Package managers', items: packageManagers.slice(0, 6).map(({ name }) => name), rank: 4 },
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

/** A language with less of the source than this is an accident. */
const SHARE_MIN = 0.01

function percent(share: number): string {
  return share >= 0.995 ? '100%' : `${Math.max(1, Math.round(share * 100))}%`
}
