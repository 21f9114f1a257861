import { join } from 'node:path'
import type { Change } from '#kit/changes.ts'
import { saveEdit } from '../sections/save-edit.ts'
import { fingerprint, type Installed } from './installed.ts'
import type { OwnedFile } from './owned-files.ts'
import type { FilePlan } from './plan.ts'
import { readOwned, whyUnread } from './read-owned.ts'
import { realName, toPortable } from './real-name.ts'

type OwnedSetting = {
  readonly root: string
  readonly installed: Installed | null
  readonly force: boolean
}

type OwnedPlan = FilePlan & { readonly written: Record<string, string> }

/** What becomes of keel's own files. The folders of two hosts may be one by a link, and what the first has in it is there for both. */
export function planOwned(files: readonly OwnedFile[], setting: OwnedSetting): OwnedPlan[] {
  const seen = new Map<string, string>()
  return files.map((file): OwnedPlan => {
    const { path } = file
    const real = realName(setting.root, path)
    const first = seen.get(real)
    if (first === undefined) {
      seen.set(real, path)
      return planFile(file, setting)
    }
    const notes = [`${path} is ${first} by a link, and that is there.`]
    return { report: { path, what: 'file', outcome: 'unchanged', notes }, changes: [], written: {} }
  })
}

function planFile(file: OwnedFile, { root, installed, force }: OwnedSetting): OwnedPlan {
  const { path } = file
  const absolute = join(root, path)
  const after = Buffer.from(file.content)
  const reading = readOwned(root, path)
  if (reading.kind !== 'read') return unread(file, reading.kind)
  const before = reading.bytes
  const write: Change = { kind: 'write', path: absolute, before, after }
  const written = { [path]: fingerprint(after) }
  if (before === null)
    return { report: { path, what: 'file', outcome: 'created', notes: [] }, changes: [write], written }
  if (fingerprint(before) === fingerprint(after)) {
    // Without a record, what is to the letter what keel writes counts as written by keel.
    const adopted = installed === null ? written : {}
    return { report: { path, what: 'file', outcome: 'unchanged', notes: [] }, changes: [], written: adopted }
  }
  const isUnedited = installed?.files[path] === fingerprint(before)
  if (file.onUpdate === 'refresh' && isUnedited)
    return { report: { path, what: 'file', outcome: 'updated', notes: [] }, changes: [write], written }
  if (file.forceable && force) {
    const saved = saveEdit(absolute, before)
    const notes = [`Your ${path} is kept in ${toPortable(root, saved.path)}.`]
    return {
      report: { path, what: 'file', outcome: 'updated', notes: isUnedited ? [] : notes },
      changes: isUnedited ? [write] : [...saved.changes, { ...write, requires: saved.path }],
      written,
    }
  }
  const notes = [file.whenKept ?? []].flat()
  return { report: { path, what: 'file', outcome: 'kept', notes }, changes: [], written: {} }
}

/** A folder of a host's may well be a link to somebody's own settings, and the rest is set up without it. */
function unread({ path, whenKept }: OwnedFile, kind: 'not-plain' | 'unreadable'): OwnedPlan {
  const outcome = kind === 'not-plain' && whenKept !== undefined ? 'kept' : 'conflict'
  const notes = [whyUnread(path, kind)]
  return { report: { path, what: 'file', outcome, notes }, changes: [], written: {} }
}
