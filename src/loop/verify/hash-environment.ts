import { sha256 } from '#kit/sha256.ts'

/** What of an environment can change how tests end, as a hash: values are nobody’s business. */
export function hashEnvironment(environment: Readonly<Record<string, string | undefined>>): string {
  const lines = Object.entries(environment)
    .filter(([name, value]) => value !== undefined && !OF_THE_MOMENT.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
  return sha256(Buffer.from([process.version, process.platform, process.arch, ...lines].join('\n'))).slice(
    0,
    16,
  )
}

/** Other in each terminal, and so in each record. */
const OF_THE_MOMENT = /^(?:_|PWD|OLDPWD|SHLVL|TERM.*|COLUMNS|LINES|SSH_.*|WINDOWID|.*SESSION.*|npm_.*)$/
