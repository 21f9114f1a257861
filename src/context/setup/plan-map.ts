import { join } from 'node:path'
import type { Change } from '#kit/changes.ts'
import type { FileReport } from '#words/file-report.ts'
import { isCurrentMap } from '../map/is-current-map.ts'
import { MAP_FILE } from '../map/map-file.ts'
import { readStamp } from '../map/map-stamp.ts'
import { saveEdit } from '../sections/save-edit.ts'
import type { FilePlan } from './plan.ts'
import { readOwned, whyUnread } from './read-owned.ts'
import { toPortable } from './real-name.ts'

/**
 * The map is drawn anew each time, and written where it says something else. It carries its own record, as sections do: the
 * stamp tells keel's from somebody else's, and an edit from none. An edit is saved, and what is not keel's is kept.
 */
export function planMap(root: string, { drawn, force }: { drawn: string; force: boolean }): FilePlan {
  const reading = readOwned(root, MAP_FILE)
  if (reading.kind !== 'read') return planned('conflict', { notes: [whyUnread(MAP_FILE, reading.kind)] })
  const path = join(root, MAP_FILE)
  const before = reading.bytes
  const write: Change = { kind: 'write', path, before, after: Buffer.from(drawn) }
  if (before === null) return planned('created', { changes: [write] })
  const text = before.toString('utf8')
  const stamp = readStamp(text)
  if (stamp === null && !force) return planned('kept', { notes: [NOT_KEELS] })
  if (isCurrentMap(text, drawn)) return planned('unchanged')
  if (stamp?.isEdited === false) return planned('updated', { changes: [write] })
  const saved = saveEdit(path, before)
  const whose = stamp === null ? 'Your' : 'The edited'
  return planned('updated', {
    changes: [...saved.changes, { ...write, requires: saved.path }],
    notes: [`${whose} ${MAP_FILE} is kept in ${toPortable(root, saved.path)}.`],
  })
}

const NOT_KEELS = `${MAP_FILE} does not end in keel’s stamp, so it is yours and stays. With \`--force\` it is replaced, and yours is kept beside it.`

/** Takes out a map that is as keel wrote it, on whichever machine. */
export function planMapRemoval(root: string): FilePlan {
  const reading = readOwned(root, MAP_FILE)
  if (reading.kind === 'unreadable') {
    return planned('conflict', { notes: [whyUnread(MAP_FILE, reading.kind)] })
  }
  const before = reading.kind === 'read' ? reading.bytes : null
  const stamp = before === null ? null : readStamp(before.toString('utf8'))
  if (before === null || stamp === null) return planned('unchanged')
  if (!stamp.isEdited)
    return planned('removed', { changes: [{ kind: 'remove', path: join(root, MAP_FILE), before }] })
  return planned('kept', {
    notes: [`${MAP_FILE} has been edited, so it stays. Delete it by hand if you do not want it.`],
  })
}

function planned(
  outcome: FileReport['outcome'],
  { changes = [], notes = [] }: { changes?: readonly Change[]; notes?: readonly string[] } = {},
): FilePlan {
  return { report: { path: MAP_FILE, what: 'file', outcome, notes }, changes }
}
