import type { World } from './world.ts'

/** What was set of the map for this run alone, to be said again. */
export function settingWords({ config }: Pick<World, 'config'>): string[] {
  if (config.kind === 'invalid') return []
  const set = config.origins.filter(
    ({ key, source }) => key.startsWith('context.map.') && source.kind === 'flag',
  )
  return set.flatMap(({ key, value }) => ['--set', `${key}=${value}`])
}
