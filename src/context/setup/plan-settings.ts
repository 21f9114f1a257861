import { confine } from '#kit/confine.ts'
import { isFile, readIfReadable } from '#kit/files.ts'
import type { FilePlan } from './plan.ts'

/** A file of somebody else's that keel's own entry goes into, or out of. How is handed in, as text to text. */
export type SettingsTarget = {
  readonly path: string
  readonly edit: (before: string | null) => SettingsEdit
  /** What a change comes to: keel's entry is there, or gone. */
  readonly outcome: 'created' | 'removed'
}

export type SettingsEdit =
  /** Null: the file was keel's alone and goes. */
  | { readonly kind: 'write'; readonly after: string | null }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'conflict'; readonly because: string }

/** What an edit of one settings file comes to. Bytes that are no UTF-8 stay as they are. */
export function planSettings(root: string, { path, edit, outcome }: SettingsTarget): FilePlan {
  const refuse = (because: string): FilePlan => ({
    report: { path, what: 'hook', outcome: 'conflict', notes: [`${because} Nothing was changed.`] },
    changes: [],
  })
  const confined = confine(root, path)
  if (confined.kind !== 'inside') return refuse(`${path} is not inside the project.`)
  const there = readIfReadable(confined.path)
  if (there === null && isFile(confined.path)) return refuse(`${path} cannot be read.`)
  const text = there?.toString('utf8') ?? null
  if (there !== null && text !== null && !Buffer.from(text).equals(there))
    return refuse(`${path} is not valid UTF-8.`)
  const edited = edit(text)
  switch (edited.kind) {
    case 'unchanged':
      return { report: { path, what: 'hook', outcome: 'unchanged', notes: [] }, changes: [] }
    case 'conflict':
      return refuse(`${path}: ${edited.because}`)
    case 'write':
      return writing({ path, outcome, absolute: confined.path, before: there, after: edited.after })
  }
}

function writing({
  path,
  outcome,
  absolute,
  before,
  after,
}: {
  path: string
  outcome: SettingsTarget['outcome']
  absolute: string
  before: Buffer | null
  after: string | null
}): FilePlan {
  if (after === null) {
    return {
      report: { path, what: 'file', outcome: 'removed', notes: [] },
      changes: before === null ? [] : [{ kind: 'remove', path: absolute, before }],
    }
  }
  return {
    report: { path, what: before === null ? 'file' : 'hook', outcome, notes: [] },
    changes: [{ kind: 'write', path: absolute, before, after: Buffer.from(after) }],
  }
}
