import { readJournal } from '#journal/read-journal.ts'
import { redact } from '#kit/redact.ts'
import type { TaskMove } from './contract.ts'

/** What a tracker’s readers should know of a move: who made it, why, and what proved it. */
export function sayMove({ by, reason, evidence, isForced, to }: TaskMove, root: string): string {
  const why = redact(reason)
  if (to !== 'done') return `${why} (${by})`
  if (isForced) return `Closed without proof by ${by}: ${why}`
  return `Done. ${proofIn(root, evidence) ?? 'keel has seen its tests pass.'} (${by})`
}

function proofIn(root: string, id: string | null): string | null {
  const entry = readJournal(root).entries.find((one) => one.id === id)
  if (entry?.kind !== 'verified') return null
  const { command, counts, checks, tree, at } = entry.evidence
  const passed = counts === null ? '' : `: ${counts.passed} tests passed`
  const others = checks.filter((check) => check.passed).map(({ name }) => name)
  const beside = others.length === 0 ? '' : ` So did ${others.join(', ')}.`
  return redact(
    `\`${command}\` was run by keel${passed}, at ${at} on the tree ${tree.slice(0, 12)}.${beside} Evidence ${entry.id}.`,
  )
}
