import type { LanguageShare, Stack } from '../structure/structure.ts'
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
    { label: 'Languages', items: percents(spoken), rank: 1 },
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

/** Whole ones that do not add up to more than there is: what is cut off goes to those that lost most. */
function percents(languages: readonly LanguageShare[]): string[] {
  const exact = languages.map(({ name, share }) => ({
    name,
    floor: Math.floor(share * 100),
    share: share * 100,
  }))
  const sum = exact.reduce((all, { share }) => all + share, 0)
  const left = Math.min(100, Math.round(sum)) - exact.reduce((all, { floor }) => all + floor, 0)
  const raised = new Set(
    exact
      .toSorted((one, other) => other.share - other.floor - (one.share - one.floor))
      .slice(0, Math.max(0, left)),
  )
  return exact.map((one) => `${one.name} ${Math.max(1, one.floor + (raised.has(one) ? 1 : 0))}%`)
}
