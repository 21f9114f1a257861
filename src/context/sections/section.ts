import { applyChanges } from '#kit/changes.ts'
import { describeConflict } from './describe.ts'
import { openSectionFile, type SectionFile } from './open-section-file.ts'
import { type SectionSource, unfitness } from './place-section.ts'
import {
  type Planned,
  planSectionRemoval,
  planSectionUpsert,
  type RemovalOutcome,
  type SectionOutcome,
} from './plan-section.ts'
import { findRegion } from './region.ts'

export type { SectionFile } from './open-section-file.ts'
export type { SectionSource } from './place-section.ts'
export type { RemovalOutcome, SectionOutcome } from './plan-section.ts'

export type Detection =
  | { readonly kind: 'no-file'; readonly file: string }
  | { readonly kind: 'absent'; readonly file: string }
  | {
      readonly kind: 'present'
      readonly file: string
      readonly version: number
      readonly edited: boolean
      readonly content: string
    }
  | { readonly kind: 'conflict'; readonly file: string; readonly warnings: readonly string[] }

/** Looks for keel's section. Reads only. */
export function detectSection(target: SectionFile): Detection {
  const file = target.path
  const opened = openSectionFile(target)
  if (opened.kind === 'conflict')
    return { kind: 'conflict', file, warnings: [describeConflict(file, opened.conflict)] }
  if (opened.bytes === null) return { kind: 'no-file', file }
  const unfit = unfitness(opened.bytes)
  if (unfit !== null) return { kind: 'conflict', file, warnings: [describeConflict(file, unfit)] }
  const finding = findRegion(opened.bytes.toString('latin1'))
  switch (finding.kind) {
    case 'absent': {
      if (finding.openCodeAt === null) return { kind: 'absent', file }
      const conflict = { kind: 'open-code', lines: [finding.openCodeAt] } as const
      return { kind: 'conflict', file, warnings: [describeConflict(file, conflict)] }
    }
    case 'present': {
      const { version, edited, content } = finding.region
      return {
        kind: 'present',
        file,
        version,
        edited,
        content: Buffer.from(content, 'latin1').toString('utf8'),
      }
    }
    case 'malformed': {
      const conflict = { kind: finding.problem, lines: finding.lines }
      return { kind: 'conflict', file, warnings: [describeConflict(file, conflict)] }
    }
  }
}

/** Puts the section into the file, or says why it will not. Twice is the same as once. */
export function upsertSection(target: SectionFile, section: SectionSource): SectionOutcome {
  return carryOut(planSectionUpsert(target, section))
}

/** Takes the section out again and leaves every other byte as it was. */
export function removeSection(
  target: SectionFile,
  section?: Pick<SectionSource, 'preamble'>,
): RemovalOutcome {
  return carryOut(planSectionRemoval(target, section))
}

function carryOut<
  Outcome extends { readonly kind: string; readonly file: string; readonly warnings: readonly string[] },
>({ outcome, changes }: Planned<Outcome>): Outcome {
  const [undone] = applyChanges(changes)
  if (undone === undefined) return outcome
  return { ...outcome, kind: 'conflict', warnings: [describeConflict(outcome.file, undone)] }
}
