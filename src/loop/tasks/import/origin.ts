import { sha256 } from '#kit/sha256.ts'
import type { ImportFormatName, TaskDraft } from './contract.ts'

/** Where a task came from, and what it was there: `spec-kit:specs/001-cart/tasks.md#T012@3f9a01bc…`. */
export type Origin = {
  /** Without the fingerprint: two of the same are one task. */
  readonly source: string
  /**
   * Of the draft that it was made of, as a whole and then field by field; null where somebody has written the origin by hand.
   * What the task says now is no measure of what the other tool has changed: people change it here.
   */
  readonly fingerprint: string | null
}

/** A file, and which of the lists that were in it one after the other; null where it has had but one. */
export type ListName = {
  readonly format: ImportFormatName | 'plan'
  readonly path: string
  readonly list: string | null
}

/** What all origins of one list begin with: `ralph:prd.json[ralph/coupons]#`. None begins with that of another. */
export function sourcePrefix({ format, path, list }: ListName): string {
  return `${format}:${path}${list === null ? '' : `[${nameIn(list)}]`}#`
}

/** The lists of a file that something came from. */
export function listsOf({ format, path }: Omit<ListName, 'list'>, sources: Iterable<string>): string[] {
  const start = `${format}:${path}[`
  const names = [...sources].flatMap((source) => {
    const end = source.startsWith(start) ? source.indexOf(']#', start.length) : -1
    return end === -1 ? [] : [source.slice(start.length, end)]
  })
  return [...new Set(names)]
}

export function composeOrigin({ prefix, draft }: { prefix: string; draft: TaskDraft }): string {
  return `${prefix}${nameIn(draft.key)}@${fingerprintOf(draft)}`
}

export function parseOrigin(text: string): Origin {
  const found = ORIGIN.exec(text)
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

/** By the names that a task’s file has for them. Where it stands in its source is no part of what it says. */
const FIELDS = {
  title: 'title',
  type: 'type',
  status: 'status',
  priority: 'priority',
  parent: 'parent',
  depends_on: 'dependsOn',
  labels: 'labels',
  acceptance: 'acceptance',
  files: 'files',
  check: 'check',
  blocked_by: 'blocked_by',
  description: 'description',
} as const satisfies Record<string, keyof TaskDraft>

const WHOLE_LENGTH = 8
const FIELD_LENGTH = 4

/** An older keel has written the whole alone. */
const ORIGIN = new RegExp(
  `^(.*)@([0-9a-f]{${WHOLE_LENGTH}}(?:[0-9a-f]{${FIELD_LENGTH * Object.keys(FIELDS).length}})?)$`,
  's',
)

function fingerprintOf(draft: TaskDraft): string {
  return `${wholeOf(draft)}${fieldsOf(draft).join('')}`
}

function wholeOf({ line: _, ...draft }: TaskDraft): string {
  const said = Object.entries(draft).sort(([one], [other]) => (one < other ? -1 : 1))
  return sha256(JSON.stringify(said)).slice(0, WHOLE_LENGTH)
}

function fieldsOf(draft: TaskDraft): string[] {
  return Object.values(FIELDS).map((field) => sha256(JSON.stringify(draft[field])).slice(0, FIELD_LENGTH))
}

/** Which fields of a draft are not as they were at the import; null where it is the same. None are named where nobody has kept them. */
export function changedSince(fingerprint: string, draft: TaskDraft): string[] | null {
  if (fingerprint.startsWith(wholeOf(draft))) return null
  if (fingerprint.length === WHOLE_LENGTH) return []
  const now = fieldsOf(draft)
  return Object.keys(FIELDS).filter((_, index) => {
    const start = WHOLE_LENGTH + index * FIELD_LENGTH
    return fingerprint.slice(start, start + FIELD_LENGTH) !== now[index]
  })
}
