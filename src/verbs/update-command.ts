import { shellWord } from '#kit/shell-word.ts'
import type { MapTarget } from './map-command.ts'
import { settingWords } from './setting-words.ts'
import type { World } from './world.ts'

/** What to type for the project's own map, which is the one of the configuration. What is no map is saved beside it. */
export function updateCommand(
  { isForeign }: Pick<MapTarget, 'isForeign'>,
  world: Pick<World, 'config'>,
): string {
  const words = ['keel', 'update', ...(isForeign ? ['--force'] : []), ...settingWords(world)]
  return words.map(shellWord).join(' ')
}
