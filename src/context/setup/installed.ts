import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { confine } from '#kit/confine.ts'
import { readIfReadable } from '#kit/files.ts'
import { sha256 } from '#kit/sha256.ts'
import { Fault } from '#words/fault.ts'

/**
 * What keel put into this project, so that an update knows what is unedited and an uninstall what is ours:
 * the files that are keel's as a whole, by the hash of what was written, and the directories it had to make.
 * Sections carry their own record in their markers; that they were there is noted so that a missing one is seen.
 */
export type Installed = z.infer<typeof installedSchema>

const installedSchema = z.object({
  files: z.record(z.string(), z.string()),
  directories: z.array(z.string()),
  sections: z.array(z.string()).default([]),
})

export const INSTALLED_FILE = '.keel/installed.json'

/** Null where there is no record, or none that can be read. A `.keel` that leads out of the project is refused. */
export function readInstalled(root: string): Installed | null {
  assertKeelFolderInside(root)
  const bytes = readIfReadable(join(root, INSTALLED_FILE))
  try {
    return installedSchema.parse(JSON.parse(bytes?.toString('utf8') ?? ''))
  } catch {
    return null
  }
}

/** Sorted and without times, so that it changes only when something did. */
export function renderInstalled({ files, directories, sections }: Installed): Buffer {
  const record = {
    files: Object.fromEntries(Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1))),
    directories: [...new Set(directories)].sort(),
    sections: [...new Set(sections)].sort(),
  }
  return Buffer.from(`${JSON.stringify(record, null, 2)}\n`)
}

/** Line endings do not count: git may convert them on checkout. */
export function fingerprint(bytes: Uint8Array): string {
  return `sha256:${sha256(Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n'))}`
}

function assertKeelFolderInside(root: string): void {
  const confined = confine(root, '.keel')
  const isFolder = !existsSync(join(root, '.keel')) || statSync(join(root, '.keel')).isDirectory()
  if (confined.kind === 'inside' && isFolder) return
  throw new Fault({
    kind: 'user',
    code: 'leads-outside',
    message: isFolder
      ? `.keel leads out of the project${'path' in confined ? `, to ${confined.path}` : ''}. keel writes only inside the project, and nothing was changed.`
      : '.keel is not a directory. Nothing was changed.',
    hint: 'Move `.keel` away, then run `keel init`.',
  })
}
