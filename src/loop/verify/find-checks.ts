import { Fault } from '#words/fault.ts'
import { projectCommands } from './project-commands.ts'
import type { CheckOrder } from './run-checks.ts'

export type ChecksRequest = {
  readonly root: string
  /** By name, what the configuration calls a check. */
  readonly configured: Readonly<Record<string, string>>
  /** Which of all are wanted; null for those of the configuration. */
  readonly names: readonly string[] | null
}

/** The checks beside the tests: of the configuration, or found in the project’s own files where they go by a usual name. */
export function findChecks({ root, configured, names }: ChecksRequest): CheckOrder[] {
  const wanted = names ?? Object.keys(configured)
  return wanted.map((name) => {
    const command = configured[name] ?? foundIn(root, name)
    if (command === undefined) throw unknown(name)
    return { name, command }
  })
}

function foundIn(root: string, name: string): string | undefined {
  return name === 'typecheck' || name === 'lint' ? projectCommands(root, name)[0] : undefined
}

function unknown(name: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'no-check',
    message: `Nobody knows how to check ${name} here: it is not in loop.checks, and the project’s own files name no command for it.`,
    hint: 'keel config loop.checks',
  })
}
