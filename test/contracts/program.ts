import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

export const BIN = join(import.meta.dirname, '../../dist/bin.cjs')

export type Ran = { code: number | null; stdout: string; stderr: string }

/** A home and a project that nobody else has, gone when the test is. */
export function scratch(): { base: string; home: string; project: string } {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'keel-test-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const home = join(base, 'home')
  const project = join(base, 'project')
  mkdirSync(home)
  mkdirSync(project)
  return { base, home, project }
}

/** A project that has these files, by its folder. */
export function scratchWith(files: Readonly<Record<string, string>>): string {
  const { project } = scratch()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  return project
}

/** Runs the built program with nothing of this machine but its PATH. */
export function keel(
  words: readonly string[],
  {
    cwd,
    home,
    environment = {},
    nodeFlags = [],
  }: { cwd: string; home: string; environment?: Record<string, string>; nodeFlags?: string[] },
): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeFlags, BIN, ...words], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: home, ...environment },
  })
  return { code: status, stdout, stderr }
}

/** An orphan that has ended may wait for somebody to notice. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const status = `/proc/${pid}/stat`
  return !existsSync(status) || !readFileSync(status, 'utf8').includes(') Z ')
}

/** A zombie that nobody has collected yet is as dead as can be. */
export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}
