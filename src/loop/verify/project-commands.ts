import { relative, sep } from 'node:path'
import { describeStructure } from '#context/map/structure/describe-structure.ts'
import type { Purpose } from '#context/map/structure/structure.ts'
import { readIfReadable } from '#kit/files.ts'
import { listFiles } from '#kit/list-files.ts'

/** What a project’s manifests and its continuous integration say is typed at its root for a purpose, the best first. */
export function projectCommands(root: string, purpose: Purpose): string[] {
  const files = listFiles(root).map((file) => ({ path: relative(root, file).split(sep).join('/') }))
  const read = (path: string) => readIfReadable(`${root}/${path}`)?.toString('utf8') ?? null
  return describeStructure({ files, read })
    .commands.filter((command) => command.purpose === purpose && command.folder === '')
    .map(({ line }) => line)
}
