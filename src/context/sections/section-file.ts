import { accessSync, constants, existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { applyChanges, type Change } from '#kit/changes.ts'
import { confine } from '#kit/confine.ts'
import { errorCode, isMissing, readIfReadable, readIfThere } from '#kit/files.ts'
import { sha256 } from '#kit/sha256.ts'
import { Fault } from '#words/fault.ts'
import { describeConflict, describeRemark, type FileConflict } from './describe.ts'
import {
  liftSection,
  type Placement,
  placeSection,
  type Remark,
  type Removal,
  type SectionSource,
  unfitness,
} from './place-section.ts'
import { findRegion } from './region.ts'

/** A file in a project: `path` is relative to `root`, which nothing may leave. */
export type SectionFile = { readonly root: string; readonly path: string }

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

/** Looks for keel's section. Reads only. */
export function detectSection(target: SectionFile): Detection {
  const file = target.path
  const opened = open(target)
  if (opened.kind === 'conflict')
    return { kind: 'conflict', file, warnings: [describeConflict(file, opened.conflict)] }
  if (opened.bytes === null) return { kind: 'no-file', file }
  const unfit = unfitness(opened.bytes)
  if (unfit !== null) return { kind: 'conflict', file, warnings: [describeConflict(file, unfit)] }
  const finding = findRegion(opened.bytes.toString('latin1'))
  switch (finding.kind) {
    case 'absent':
      return { kind: 'absent', file }
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
  return carryOut(planUpsert(target, section))
}

/** Takes the section out again and leaves every other byte as it was. */
export function removeSection(
  target: SectionFile,
  section?: Pick<SectionSource, 'preamble'>,
): RemovalOutcome {
  return carryOut(planRemoval(target, section))
}

/** True for the files in which `planUpsert` and `planRemoval` keep what was edited inside the markers. */
export function isSavedEdit(path: string): boolean {
  return /\.keel-edit-[0-9a-f]{8}(-\d+)?$/.test(path)
}

export function planUpsert(target: SectionFile, section: SectionSource): Planned<SectionOutcome> {
  assertReadableBack(section)
  const { version } = section
  const file = target.path
  const opened = open(target)
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
        version,
        warnings: warningsFor(target, opened.path, placement.remarks),
      },
      changes: [],
    }
  }
  if (opened.readOnly) return refusal({ file, version }, { kind: 'read-only' })
  const saved = savedEdits(opened.path, placement.remarks)
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
      warnings: warningsFor(target, opened.path, placement.remarks),
    },
    changes: [...saved, write],
  }
}

export function planRemoval(
  target: SectionFile,
  section: Pick<SectionSource, 'preamble'> = {},
): Planned<RemovalOutcome> {
  const file = target.path
  const opened = open(target)
  if (opened.kind === 'conflict') {
    // What is no file inside the project never got a section. What cannot be read may have one.
    if (opened.conflict.kind === 'unreadable') return refusal({ file }, opened.conflict)
    return { outcome: { kind: 'unchanged', file, warnings: [] }, changes: [] }
  }
  if (opened.bytes === null) return { outcome: { kind: 'unchanged', file, warnings: [] }, changes: [] }
  const removal: Removal = liftSection(opened.bytes, section)
  if (removal.kind === 'conflict') return refusal({ file }, removal.conflict)
  const warnings = warningsFor(target, opened.path, removal.remarks)
  if (removal.kind === 'unchanged') return { outcome: { kind: 'unchanged', file, warnings }, changes: [] }
  if (opened.readOnly) return refusal({ file }, { kind: 'read-only' })
  const before = opened.bytes
  const saved = savedEdits(opened.path, removal.remarks)
  const change: Change =
    removal.after === null
      ? { kind: 'remove', path: opened.path, before }
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

type Opened =
  | {
      readonly kind: 'open'
      readonly path: string
      readonly bytes: Buffer | null
      readonly readOnly: boolean
    }
  | { readonly kind: 'conflict'; readonly conflict: FileConflict }

/** Follows links, and refuses what is not a plain file inside the project. */
function open({ root, path }: SectionFile): Opened {
  const confined = confine(root, path)
  switch (confined.kind) {
    case 'outside':
      return { kind: 'conflict', conflict: { kind: 'outside', target: confined.path } }
    case 'loop':
      return { kind: 'conflict', conflict: { kind: 'loop' } }
    case 'inside':
      return openFile(confined.path)
  }
}

function openFile(path: string): Opened {
  try {
    const stats = lstatSync(path)
    if (!stats.isFile()) return { kind: 'conflict', conflict: { kind: 'not-a-file' } }
    // The mode is asked too: a privileged user may write anything, and still nobody asked for it.
    return {
      kind: 'open',
      path,
      bytes: readFileSync(path),
      readOnly: (stats.mode & 0o222) === 0 || !isWritable(path),
    }
  } catch (error) {
    if (isMissing(error)) return { kind: 'open', path, bytes: null, readOnly: false }
    const code = errorCode(error)
    if (code === 'EACCES' || code === 'EPERM') return { kind: 'conflict', conflict: { kind: 'unreadable' } }
    throw error
  }
}

/** Nothing is replaced before what was in it is safe. */
function requirement([saved]: readonly Change[]): { requires?: string } {
  return saved === undefined ? {} : { requires: saved.path }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function savedEdits(path: string, remarks: readonly Remark[]): Change[] {
  return remarks.flatMap((remark): Change[] => {
    if (remark.kind !== 'edited') return []
    const saved = editPath(path, remark.edit)
    const before = readIfThere(saved)
    return before === null ? [{ kind: 'write', path: saved, before, after: remark.edit }] : []
  })
}

/**
 * Where an edit made inside the markers is kept: beside the file, named by its content, read by no host. A copy that
 * somebody has changed since is theirs, and the next one gets another name.
 */
function editPath(path: string, edit: Buffer): string {
  const first = `${path}.keel-edit-${sha256(edit).slice(0, 8)}`
  for (let number = 1; ; number++) {
    const name = number === 1 ? first : `${first}-${number}`
    const there = existsSync(name) ? readIfReadable(name) : edit
    if (there?.equals(edit)) return name
  }
}

function warningsFor({ root, path }: SectionFile, realPath: string, remarks: readonly Remark[]): string[] {
  return remarks.map((remark) => {
    const savedAs =
      remark.kind === 'edited' ? relative(realpathSync(root), editPath(realPath, remark.edit)) : ''
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

function carryOut<
  Outcome extends { readonly kind: string; readonly file: string; readonly warnings: readonly string[] },
>({ outcome, changes }: Planned<Outcome>): Outcome {
  const [undone] = applyChanges(changes)
  if (undone === undefined) return outcome
  const kind = undone.kind === 'stale' ? 'stale' : 'read-only'
  return { ...outcome, kind: 'conflict', warnings: [describeConflict(outcome.file, { kind })] }
}
