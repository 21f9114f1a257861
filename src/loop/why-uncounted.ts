import type { RunOrder } from './desk.ts'
import type { Before } from './verify/before.ts'

/** Why a task cannot be closed on a command of which nobody knows how many tests it ran: whatever ends well would do. */
export function whyUncounted(command: string): string {
  return `nothing that \`${command}\` printed tells how many tests ran, and no task is closed without that. Next: have them run by a framework that keel reads (node --test, vitest, pytest, go test …), and name it as loop.test in .keel/config.yaml`
}

/**
 * Why no attempt at a task could be proven, as what was before shows; null where one could. A suite that fails may say more when
 * it passes, and a task about tests may change what they are run by.
 */
export function whyHopeless({ task, mayChangeTests }: RunOrder, { evidence }: Before): string | null {
  if (task === null || mayChangeTests || evidence === null) return null
  const isSilent = evidence.exitCode === 0 && evidence.counts === null
  return isSilent ? `Nobody was asked to work, for ${whyUncounted(evidence.command)}` : null
}
