import { realpathSync } from 'node:fs'
import { basename, relative } from 'node:path'
import type { Change } from '#kit/changes.ts'
import { Fault } from '#words/fault.ts'
import { describeConflict, describeRemark, type FileConflict } from './describe.ts'
import { openSectionFile, type SectionFile } from './open-section-file.ts'
import {
  liftSection,
  type Placement,
  placeSection,
  type Remark,
  type Removal,
  type SectionSource,
} from './place-section.ts'
import { saveEdit } from './save-edit.ts'

export type SectionOutcome = {
  readonly kind: 'created' | 'updated' | 'unchanged' | 'conflict'
  readonly file: string
  readonly version: number
  readonly warnings: readonly string[]
}

export type RemovalOutcome = {
  readonly kind: 'removed' | 'unchanged' | 'conflict'
  readonly file: string
  readonly warnings: readonly string[]
}

/** An outcome that has not happened yet, and what would make it happen. */
export type Planned<Outcome> = { readonly outcome: Outcome; readonly changes: readonly Change[] }

/** What `upsertSection` would do. */
export function planSectionUpsert(target: SectionFile, section: SectionSource): Planned<SectionOutcome> {
  assertReadableBack(section)
  const { version } = section
  const file = target.path
  const opened = openSectionFile(target)
  if (opened.kind === 'conflict') return refusal({ file, version }, opened.conflict)
  const placement: Placement = placeSection(opened.bytes, {
    ...section,
    isAgentsFile: basename(target.path) === 'AGENTS.md',
  })
  if (placement.kind === 'conflict') return refusal({ file, version }, placement.conflict)
  if (placement.kind === 'unchanged') {
    return {
      outcome: {
        kind: 'unchanged',
        file,
        version: versionIn(placement.remarks) ?? version,
        warnings: warningsFor(placement.remarks, { target, realPath: opened.path }),
      },
      changes: [],
    }
  }
  if (opened.readOnly) return refusal({ file, version }, { kind: 'read-only' })
  const remarks: Remark[] = [
    ...placement.remarks,
    ...(opened.names > 1 ? [{ kind: 'hard-linked' } as const] : []),
  ]
  const saved = savedEdits(opened.path, remarks)
  const write: Change = {
    kind: 'write',
    path: opened.path,
    before: opened.bytes,
    after: placement.after,
    ...requirement(saved),
  }
  return {
    outcome: {
      kind: placement.kind,
      file,
      version,
      warnings: warningsFor(remarks, { target, realPath: opened.path }),
    },
    changes: [...saved, write],
  }
}

/** What `removeSection` would do. */
export function planSectionRemoval(
  target: SectionFile,
  section: Pick<SectionSource, 'preamble'> = {},
): Planned<RemovalOutcome> {
  const file = target.path
  const opened = openSectionFile(target)
  if (opened.kind === 'conflict') {
    // What is no file inside the project never got a section. What cannot be read may have one.
    if (opened.conflict.kind === 'unreadable') return refusal({ file }, opened.conflict)
    return { outcome: { kind: 'unchanged', file, warnings: [] }, changes: [] }
  }
  if (opened.bytes === null) return { outcome: { kind: 'unchanged', file, warnings: [] }, changes: [] }
  const removal: Removal = liftSection(opened.bytes, section)
  if (removal.kind === 'conflict') return refusal({ file }, removal.conflict)
  const warnings = warningsFor(removal.remarks, { target, realPath: opened.path })
  if (removal.kind === 'unchanged') return { outcome: { kind: 'unchanged', file, warnings }, changes: [] }
  if (opened.readOnly) return refusal({ file }, { kind: 'read-only' })
  const before = opened.bytes
  const saved = savedEdits(opened.path, removal.remarks)
  const change: Change =
    removal.after === null
      ? { kind: 'remove', path: opened.path, before, ...requirement(saved) }
      : { kind: 'write', path: opened.path, before, after: removal.after, ...requirement(saved) }
  return {
    outcome: { kind: 'removed', file, warnings },
    changes: [...saved, change],
  }
}

/** What could not be found again as one section must not be written as one. */
function assertReadableBack({ version, content }: SectionSource): void {
  const isVersion = Number.isInteger(version) && version >= 1 && version <= 999_999
  if (isVersion && !content.includes('\0') && !content.includes('KEEL MANAGED SECTION')) return
  throw new Fault({
    kind: 'user',
    code: 'unfit-section',
    message:
      'A section needs a whole version from 1 to 999999, and content without NUL and without keel’s markers.',
  })
}

/** The version of a section that a newer keel wrote, and that stays. */
function versionIn(remarks: readonly Remark[]): number | undefined {
  return remarks.find((remark) => remark.kind === 'newer-version')?.version
}

/** Nothing is replaced before what was in it is safe. */
function requirement([saved]: readonly Change[]): { requires?: string } {
  return saved === undefined ? {} : { requires: saved.path }
}

function savedEdits(path: string, remarks: readonly Remark[]): Change[] {
  return remarks.flatMap((remark) => (remark.kind === 'edited' ? saveEdit(path, remark.edit).changes : []))
}

function warningsFor(
  remarks: readonly Remark[],
  { target: { root, path }, realPath }: { target: SectionFile; realPath: string },
): string[] {
  return remarks.map((remark) => {
    const savedAs =
      remark.kind === 'edited' ? relative(realpathSync(root), saveEdit(realPath, remark.edit).path) : ''
    return describeRemark(remark, { file: path, savedAs })
  })
}

function refusal<Parts extends { file: string }>(
  parts: Parts,
  conflict: FileConflict,
): Planned<Parts & { kind: 'conflict'; warnings: string[] }> {
  return {
    outcome: { ...parts, kind: 'conflict', warnings: [describeConflict(parts.file, conflict)] },
    changes: [],
  }
}
