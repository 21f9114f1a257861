import type { MapLine } from './map-line.ts'

/** How the work goes, as the ledger of this machine tells it. */
export type Health = {
  readonly done: number
  readonly open: number
  /** Of all tasks together. */
  readonly attempts: number
  /** Folders by how many attempts changed something in them, most first. */
  readonly active: readonly { readonly folder: string; readonly attempts: number }[]
}

/** Nothing where nothing was tried yet. */
export function healthLines({ done, open, attempts, active }: Health): MapLine[] {
  const tasks = done + open
  if (tasks === 0) return []
  const line = (text: string, rank: number): MapLine => ({
    section: 'health',
    text,
    rank: LAST + rank,
    isPassing: true,
  })
  const each = (attempts / tasks).toFixed(1).replace(/\.0$/, '')
  const folders = active
    .slice(0, FOLDERS_MAX)
    .map(({ folder, attempts: count }) => `\`${folder}\` (${count})`)
  return [
    line(
      `- Tasks: ${done} completed, ${open} open; ${each} ${each === '1' ? 'attempt' : 'attempts'} each`,
      0,
    ),
    ...(folders.length === 0 ? [] : [line(`- Most active: ${folders.join(', ')}`, 1)]),
  ]
}

const FOLDERS_MAX = 3

/** Whatever else is not in the files tells an agent more. */
const LAST = 100
