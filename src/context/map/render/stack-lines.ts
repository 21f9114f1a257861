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
  const list = (label: string, items: readonly string[], rank: number): MapLine[] =>
    items.length === 0
      ? []
      : [{ section: 'stack', text: `- ${label}: ${[...new Set(items)].join(', ')}`, rank }]
  const shown = languages.filter(({ share }) => share >= SHARE_MIN)
  return [
    ...list(
      'Languages',
      (shown.length === 0 ? languages : shown)
        .slice(0, 8)
        .map(({ name, share }) => `${name} ${percent(share)}`),
      1,
    ),
    ...list(
      'Frameworks',
      frameworks.slice(0, 12).map(({ name }) => name),
      2,
    ),
    ...list(
      'Runtimes',
      runtimes.slice(0, 8).map(({ name, version }) => `${name} ${version}`),
      4,
    ),
    ...list(
      'Package managers',
      packageManagers.slice(0, 6).map(({ name }) => name),
      4,
    ),
    ...list(
      'Workspaces',
      workspaces.slice(0, 6).map(({ name, members }) => `${name} (${members})`),
      5,
    ),
    ...list(
      'Libraries',
      libraries.slice(0, 16).map(({ name }) => name),
      6,
    ),
  ]
}

/** A language with less of the source than this is an accident. */
const SHARE_MIN = 0.01

function percent(share: number): string {
  return share >= 0.995 ? '100%' : `${Math.max(1, Math.round(share * 100))}%`
}
