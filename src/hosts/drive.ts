import type { Ending } from '#words/ending.ts'
import type { Usage } from '#words/usage.ts'

/** How one host is run headless. The program's start and its stream are the host's; process and clocks are shared. */
export type Drive = {
  readonly command: (request: DriveRequest) => DriveCommand
  /** Reads the stream line by line. One reader per run. */
  readonly reader: () => StreamReader
  /** What one line of the stream says to people, line by line; nothing where it is of no interest to them. */
  readonly retell: (line: string) => readonly string[]
  /** What the host can say of itself, so that callers ask this and never its name. */
  readonly reportsCost: boolean
  /** Empty folders that it may leave where it worked when it is ended, by their names. */
  readonly leaves: readonly string[]
}

export type DriveRequest = {
  readonly prompt: string
  readonly cwd: string
  readonly model: string | null
  /** How many turns at most; ignored where the host has no such limit. */
  readonly turnsMax: number | null
  /** The command line that the host shall ask before every action; null for none. */
  readonly hookCommand: readonly string[] | null
  /** The command line of keel's MCP server; null for none. */
  readonly mcpCommand: readonly string[] | null
  /** A folder that keel removes after the run, for settings that must not lie in the project. */
  readonly scratch: string
  /** Has a TMPDIR that is this run's own. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

export type DriveCommand = {
  readonly program: string
  readonly words: readonly string[]
  readonly cwd: string
  /** All that the program sees: nothing of keel's own environment is added. */
  readonly environment: Readonly<Record<string, string>>
  readonly stdin: string
  /** Files to write below `scratch` first, by absolute path. */
  readonly files: Readonly<Record<string, string>>
}

export type StreamReader = {
  /** One line of stdout. */
  readonly read: (line: string) => Progress
  /** What it all came to, however the process ended. */
  readonly finish: (exit: ProcessExit) => DriveResult
}

export type Progress = {
  /**
   * The result has been said and nothing more is awaited; a program that goes on working after a result, as for a
   * sub-agent in the background, unsettles it again.
   */
  readonly isSettled: boolean
  /** A tool has come to its end, so that the hook must have been asked. */
  readonly hasActed: boolean
}

/** How the process ended: by itself, by one of keel's clocks, or because it acted and had asked no hook. */
export type ProcessExit =
  | {
      readonly kind: 'exit'
      readonly code: number | null
      readonly signal: string | null
      /** The end of it: what a program said last. */
      readonly stderr: string
    }
  | { readonly kind: 'idle' | 'wall' | 'aborted' | 'lingered' | 'unguarded'; readonly stderr: string }
  | { readonly kind: 'not-started'; readonly code: string | null; readonly because: string }

export type DriveResult = {
  readonly ending: Ending
  /** The agent's last words. */
  readonly text: string
  readonly session: string | null
  readonly usage: Usage
  /** Those that a hook is asked about. */
  readonly toolCalls: number
  /** Lines that were no event of the stream. */
  readonly unreadLines: number
}
