import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSource } from '#loop/tasks/sources/open-source.ts'
import type { TrackerProgram } from './programs.ts'
import type { Tracked } from './trackers.ts'

export const FIXTURES = join(import.meta.dirname, '../fixtures/sources')

type Recording = { readonly program: TrackerProgram; readonly folder: string; readonly tracked: Tracked }

/** Writes down what a program answers to a question for all tasks, by the first word that is no option. */
export function record({ program: { name, version }, folder, tracked }: Recording): void {
  const [own, kept] = [join(tracked.home, 'tee'), join(FIXTURES, `${name}-${version}`)]
  for (const path of [own, kept]) mkdirSync(path, { recursive: true })
  writeFileSync(
    join(own, name),
    `#!/bin/sh\nfor word; do case "$word" in -*) ;; *) break ;; esac; done\n'${folder}/${name}' "$@" | tee "${kept}/$word"\n`,
  )
  chmodSync(join(own, name), 0o755)
  const environment = { ...tracked.environment, PATH: `${own}:${tracked.environment['PATH']}` }
  openSource(tracked.source.name, { root: tracked.root, environment, now: () => new Date() }).readAll()
}

/** A folder with a program that answers as it was recorded. */
export function replay({ name, version }: TrackerProgram, folder: string): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, name),
    `#!/bin/sh\nfor word; do case "$word" in -*) ;; *) break ;; esac; done\ncat "${FIXTURES}/${name}-${version}/$word"\n`,
  )
  chmodSync(join(folder, name), 0o755)
  return folder
}
