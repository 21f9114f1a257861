import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { openLog } from '#kit/open-log.ts'
import type { DriveCommand, DriveResult, StreamReader } from './drive.ts'
import { splitLines } from './split-lines.ts'
import { type Clocks, watchProgram } from './watch-program.ts'

export type ProgramOrder = {
  readonly command: DriveCommand
  readonly reader: StreamReader
  /** Where stdout goes, without what looks like a secret. */
  readonly logFile: string
  readonly clocks: Clocks
  readonly signal: AbortSignal
  /** Whether the hook has been asked by now. An agent that acts without is ended. Null where there is no hook. */
  readonly wasAsked: (() => boolean) | null
  readonly limits?: Limits
}

export type Limits = { readonly lineBytesMax: number; readonly logBytesMax: number }

export type ProgramRun = DriveResult & {
  /** Lines that were too long to be read. The log has them. */
  readonly cutLines: number
  readonly isLogWhole: boolean
}

const LIMITS: Limits = { lineBytesMax: 32 * 2 ** 20, logBytesMax: 32 * 2 ** 20 }

/** Runs a program to its end or to the end of keel's patience, and says what it came to. Leaves no process of it behind. */
export async function runProgram({
  command,
  reader,
  logFile,
  clocks,
  signal,
  wasAsked,
  limits = LIMITS,
}: ProgramOrder): Promise<ProgramRun> {
  writeFiles(command.files)
  const log = openLog(logFile, limits.logBytesMax)
  const writeLog = log.stream()
  try {
    let isSettled = false
    let isUnguarded = false
    const lacksQuestion = () => wasAsked !== null && !wasAsked()
    const lines = splitLines({
      bytesMax: limits.lineBytesMax,
      onLine: (line) => {
        if (line.trim() === '') return
        const progress = reader.read(line)
        isSettled = progress.isSettled
        isUnguarded ||= progress.hasActed && lacksQuestion()
      },
    })
    const onOutput = (bytes: Buffer) => {
      writeLog(bytes)
      lines.push(bytes)
      return { isSettled, isUnguarded }
    }
    const exit = await watchProgram({ command, clocks, signal, onOutput })
    lines.end()
    const result = reader.finish(exit)
    // A call that nobody saw the end of may have done something, too.
    isUnguarded ||= exit.kind !== 'aborted' && result.toolCalls > 0 && lacksQuestion()
    const { ending } = isUnguarded ? reader.finish({ kind: 'unguarded', stderr: '' }) : result
    return { ...result, ending, cutLines: lines.cutLines(), isLogWhole: log.isWhole() }
  } finally {
    log.close()
  }
}

function writeFiles(files: DriveCommand['files']): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content, { mode: 0o600 })
  }
}
