import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import picomatch from 'picomatch'
import { type CommandRun, runCommand } from '#kit/run-command.ts'
import type { Case, Proof } from './proof.ts'

export type Capture = {
  readonly kind: CommandRun['kind']
  readonly exitCode: number | null
  /** The project, as the framework knew it. */
  readonly root: string
  readonly text: string
  /** Null where none was written, or none was asked for. */
  readonly report: string | null
}

type Run = { readonly proof: Proof; readonly one: Case; readonly folder: string }

/** Runs the framework on the project of a case, as keel would, in a folder that goes when it is done. */
export async function capture({ proof, one, folder }: Run): Promise<Capture> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'keel-framework-')))
  try {
    const root = join(scratch, 'project')
    writeProject({ proof, one, folder, root })
    const file = join(scratch, 'run', 'report')
    mkdirSync(join(scratch, 'run'))
    mkdirSync(join(scratch, 'home'))
    const { report } = proof.framework
    const asked = report?.from.kind === 'asked' ? report.from : null
    const added =
      report?.from.kind === 'printed' ? report.from.words : (asked?.words(file, one.command.split(' ')) ?? [])
    const { kind, exitCode, output } = await runCommand({
      command: [one.command, ...added].join(' '),
      cwd: root,
      environment: {
        ...proof.source.environment(folder),
        HOME: join(scratch, 'home'),
        TMPDIR: scratch,
        LANG: 'C.UTF-8',
        CI: '1',
        NO_COLOR: '1',
        ...asked?.environment(file, one.command.split(' ')),
        ...one.environment,
      },
      timeoutMs: one.timeoutMs ?? 120_000,
      signal: new AbortController().signal,
      logFile: join(scratch, 'run', 'log'),
    })
    return {
      kind,
      exitCode,
      root,
      text: output,
      report: reportOf({ proof, root, file, output }),
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
}

type Where = { readonly proof: Proof; readonly root: string; readonly file: string; readonly output: string }

/** Projects are small enough to leave one report at most. */
function reportOf({ proof, root, file, output }: Where): string | null {
  const from = proof.framework.report?.from
  if (from?.kind === 'printed') return output
  const left = from?.kind === 'left' ? picomatch([...from.globs]) : () => false
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => left(path))
  const written = paths.length === 0 ? file : join(root, paths[0] ?? '')
  return existsSync(written) ? readFileSync(written, 'utf8') : null
}

function writeProject({ proof, one, folder, root }: Run & { readonly root: string }): void {
  mkdirSync(root)
  for (const name of proof.source.links ?? []) symlinkSync(join(folder, name), join(root, name))
  for (const [path, text] of Object.entries(one.files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}
