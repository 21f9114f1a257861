import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Drive } from '#hosts/drive.ts'
import { runProgram } from '#hosts/run-program.ts'
import type { Clocks } from '#hosts/watch-program.ts'
import { removeFolder } from '#kit/remove-folder.ts'
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
    const strangers = drive.leaves.map((name) => join(root, name)).filter((path) => !existsSync(path))
    try {
      // What the program and the agent's commands leave in their temporary folder goes with the run.
      const temporary = join(scratch, 'tmp')
      mkdirSync(temporary)
      const mark = join(scratch, 'asked')
      // The hook's entries belong to this run, and it leaves a mark when it is asked.
      const environment = { ...given.environment, TMPDIR: temporary, KEEL_RUN: run, KEEL_ASKED: mark }
      const command = drive.command({ ...given, environment, prompt, cwd: root, turnsMax: null, scratch })
      const wasAsked = () => existsSync(mark)
      return await runProgram({ command, reader: drive.reader(), logFile, clocks, signal, wasAsked })
    } finally {
      for (const path of strangers) removeIfEmpty(path)
      removeFolder(scratch)
    }
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // It is not there, or somebody has put something into it.
  }
}
