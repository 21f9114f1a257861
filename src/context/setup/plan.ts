import type { Change } from '#kit/changes.ts'
import type { FileReport } from '#words/file-report.ts'
import type { RemovalOutcome, SectionOutcome } from '../sections/plan-section.ts'
import { isSavedEdit } from '../sections/save-edit.ts'

/** Decided, not yet done. */
export type Plan = { readonly reports: readonly FileReport[]; readonly changes: readonly Change[] }

/** What is planned for one file. */
export type FilePlan = { readonly report: FileReport; readonly changes: readonly Change[] }

/** A section that is all of a new file, or was all of one, is spoken of as the file. */
export function planOfSection({
  outcome,
  changes,
}: {
  outcome: SectionOutcome | RemovalOutcome
  changes: readonly Change[]
}): FilePlan {
  const isWhole = changes.some(
    (change) =>
      change.kind === 'remove' ||
      (change.kind === 'write' && change.before === null && !isSavedEdit(change.path)),
  )
  const { file: path, kind, warnings: notes } = outcome
  return { report: { path, what: isWhole ? 'file' : 'section', outcome: kind, notes }, changes }
}
