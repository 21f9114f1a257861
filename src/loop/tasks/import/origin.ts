import { sha256 } from '#kit/sha256.ts'
import type { ImportFormatName, TaskDraft } from './contract.ts'

/** Where a task came from, and what it was there: `spec-kit:specs/001-cart/tasks.md#T012@3f9a01bc`. */
export type Origin = {
  /** Without the fingerprint: two of the same are one task. */
  readonly source: string
  /** Of the draft that it was made of; null where somebody has written the origin by hand. */
  readonly fingerprint: string | null
}

/** What all origins of one file begin with. */
export function sourcePrefix(format: ImportFormatName | 'plan', path: string): string {
  return `${format}:${path}#`
}

export function composeOrigin({ prefix, draft }: { prefix: string; draft: TaskDraft }): string {
  return `${prefix}${nameIn(draft.key)}@${fingerprintOf(draft)}`
}

export function parseOrigin(text: string): Origin {
  const found = /^(.*)@([0-9a-f]{8})$/s.exec(text)
  return found === null
    ? { source: text, fingerprint: null }
    : { source: found[1] ?? '', fingerprint: found[2] ?? null }
}

export function sourceOf({ prefix, draft }: { prefix: string; draft: TaskDraft }): string {
  return `${prefix}${nameIn(draft.key)}`
}

/** A key may be anything; an origin is one line. */
function nameIn(key: string): string {
  return key.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
}

/** Where it stands in its file is no part of what it says. */
export function fingerprintOf({ line: _, ...draft }: TaskDraft): string {
  const said = Object.entries(draft).sort(([one], [other]) => (one < other ? -1 : 1))
  return sha256(JSON.stringify(said)).slice(0, 8)
}
