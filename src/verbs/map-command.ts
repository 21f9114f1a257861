import { resolve } from 'node:path'
import { shellWord } from '#kit/shell-word.ts'
import { settingWords } from './setting-words.ts'
import type { World } from './world.ts'

/** How a map was asked for, beside where it goes. */
export type AskedMap = {
  readonly dir?: string | undefined
  readonly tokens?: number | undefined
  readonly depth?: number | undefined
  readonly codeIntel: boolean
  readonly focus: readonly string[]
}

/** Where a map is to go. */
export type MapTarget = {
  readonly output: string
  /** Whether something lies there that is no map, and has to make room. */
  readonly isForeign: boolean
}

/**
 * What to type for the map that was asked for, in a file. All that was asked for is said again: else another map would take its
 * place. The folder comes before what may have several words, which would take it for one of theirs.
 */
export function mapCommand(
  { dir, tokens, depth, codeIntel, focus, output, isForeign }: AskedMap & MapTarget,
  world: Pick<World, 'place' | 'config'>,
): string {
  const words = [
    ...(dir === undefined ? [] : [resolve(world.place.cwd, dir)]),
    ...['-o', output],
    ...(tokens === undefined ? [] : ['-t', `${tokens}`]),
    ...(depth === undefined ? [] : ['--depth', `${depth}`]),
    ...(codeIntel ? [] : ['--no-code-intel']),
    // In one word, so that it may begin with a dash.
    ...focus.map((path) => `--focus=${path}`),
    ...settingWords(world),
  ]
  const draw = ['keel', 'map', ...words].map(shellWord).join(' ')
  return isForeign ? `mv ${shellWord(output)} ${shellWord(`${output}.old`)} && ${draw}` : draw
}
