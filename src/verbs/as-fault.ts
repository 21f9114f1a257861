import { dirname } from 'node:path'
import { errorCode } from '#kit/files.ts'
import { Fault } from '#words/fault.ts'

/** What the system refuses is no defect of keel's: say what and where, without a stack. */
export function asFault(error: unknown): unknown {
  const code = errorCode(error)
  if (error instanceof Fault || code === null || !(error instanceof Error) || !/^E[A-Z]+$/.test(code))
    return error
  if ('syscall' in error && error.syscall === 'uv_cwd') {
    return new Fault({
      kind: 'user',
      code: 'no-directory',
      message: 'The directory that keel was started in is gone.',
      hint: 'cd ~',
      cause: error,
    })
  }
  const path = 'path' in error && typeof error.path === 'string' ? error.path : null
  return new Fault({
    kind: 'user',
    code: code.toLowerCase(),
    message: `The system refused${path === null ? '' : ` at ${path.slice(0, 200)}`}: ${error.message.split(',')[0] ?? code}.`,
    ...(path === null ? {} : { hint: `ls -la ${JSON.stringify(dirname(path))}` }),
    cause: error,
  })
}
