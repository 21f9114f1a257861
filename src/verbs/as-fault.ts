import { dirname } from 'node:path'
import { type Refusal, refusalOf } from '#kit/refusal-of.ts'
import { Fault } from '#words/fault.ts'

/** What the system refuses, or the user stops, is no defect of keel's: say what and where, without a stack. */
export function asFault(error: unknown): unknown {
  if (error instanceof Error && error.name === 'AbortError')
    return new Fault({ kind: 'user', code: 'stopped', message: 'Stopped before the end.', cause: error })
  const refusal = refusalOf(error)
  if (error instanceof Fault || refusal === null) return error
  if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd') {
    return new Fault({
      kind: 'user',
      code: 'no-directory',
      message: 'The directory that keel was started in is gone.',
      hint: 'cd ~',
      cause: error,
    })
  }
  const { code, path, reason } = refusal
  return new Fault({
    kind: 'user',
    code: code.toLowerCase(),
    message: `The system refused${path === null ? '' : ` at ${path.slice(0, 200)}`}: ${reason}.`,
    ...hintFor(refusal),
    cause: error,
  })
}

function hintFor({ code, path }: Refusal): { hint: string } | Record<never, never> {
  if (ABOUT_THE_DISK.has(code)) return { hint: 'df -h .' }
  return path === null ? {} : { hint: `ls -la ${JSON.stringify(dirname(path))}` }
}

const ABOUT_THE_DISK = new Set(['EROFS', 'ENOSPC', 'EDQUOT'])
