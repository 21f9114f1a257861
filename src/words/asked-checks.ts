import type { TaskHead } from './task.ts'

/** What has to end well beside the tests of a task, as its terms keep it. A command that the project’s own files name is theirs to change. */
export function askedChecks(
  { checks }: Pick<TaskHead, 'checks'>,
  configured: Readonly<Record<string, string>>,
): string[] {
  return (checks ?? Object.keys(configured)).map((name) => {
    const command = configured[name]
    return command === undefined ? name : `${name}: ${command}`
  })
}
