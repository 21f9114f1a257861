import type { Config } from '#config/schema.ts'
import { Fault } from '#words/fault.ts'
import type { World } from './world.ts'

/** The configuration, or a fault that names every problem of it. */
export function validConfig({ config }: Pick<World, 'config'>): Config {
  if (config.kind === 'valid') return config.config
  const problems = config.problems.map(
    ({ where, key, message }) => `${where}: ${key === '' ? '' : `${key}: `}${message}`,
  )
  throw new Fault({
    kind: 'config',
    code: 'invalid-configuration',
    message: ['The configuration is wrong, so nothing was done.', ...problems].join('\n'),
    hint: 'keel config --schema',
  })
}
