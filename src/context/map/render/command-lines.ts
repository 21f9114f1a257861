import { type Command, PURPOSES } from '../structure/structure.ts'
import type { MapLine } from './map-line.ts'

/** The commands of the whole project first, those for most of its code before others; of its parts, as there is room. */
export function commandLines(commands: readonly Command[]): MapLine[] {
  return PURPOSES.flatMap((purpose) =>
    commands
      .filter((command) => command.purpose === purpose)
      .sort((one, other) => Number(one.folder !== '') - Number(other.folder !== ''))
      .slice(0, EACH_MAX)
      .map((command, place) => ({
        section: 'commands' as const,
        text: textOf(command),
        rank: 2 + place * 2 + standing(command),
      })),
  )
}

const EACH_MAX = 4

function standing({ folder, inCi }: Command): number {
  return (folder === '' ? 0 : 2) + (inCi ? 0 : 1)
}

function textOf({ purpose, line, folder }: Command): string {
  const where = folder === '' ? '' : ` in \`${folder}\``
  return `- ${purpose}: \`${line}\`${where}`
}
