import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Drive } from '#hosts/drive.ts'
import { runProgram } from '#hosts/run-program.ts'
import type { Clocks } from '#hosts/watch-program.ts'
import type { WorkOnce } from './work-once.ts'

export type HostWork = {
  readonly drive: Drive
  readonly model: string | null
  readonly hookCommand: readonly string[]
  readonly mcpCommand: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clocks: Clocks
}

/** Work by a real agent program, with keel's hook asked before each of its actions. */
export function workByHost({ drive, clocks, ...given }: HostWork): WorkOnce {
  return async ({ prompt, root, run, logFile, signal }) => {
    const scratch = mkdtempSync(join(tmpdir(), 'keel-drive-'))
    try {
      // The hook's entries belong to this run.
      const environment = { ...given.environment, KEEL_RUN: run }
      const command = drive.command({ ...given, environment, prompt, cwd: root, turnsMax: null, scratch })
      return await runProgram({ command, reader: drive.reader(), logFile, clocks, signal })
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  }
}
