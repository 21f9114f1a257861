import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BIN, keel, scratch } from '../contracts/program.ts'
import { readTree, type Tree, writeTree } from '../contracts/tree.ts'

const user = [
  { kind: 'file', path: 'AGENTS.md', bytes: Buffer.from('# Mine\r\nkeep me\r\n') },
  { kind: 'file', path: 'CLAUDE.md', bytes: Buffer.from('no final newline') },
  { kind: 'file', path: '.gemini/settings.json', bytes: Buffer.from('{}') },
  { kind: 'file', path: '.github/copilot-instructions.md', bytes: Buffer.from('ours\n') },
  { kind: 'file', path: 'src/main.ts', bytes: Buffer.from("import { a } from './a.ts'\na()\n") },
  { kind: 'file', path: 'src/a.ts', bytes: Buffer.from('export function a(): void {}\n') },
] as const

/** Without what is derived from the rest: two that are as good as each other need not have the same bytes. */
function readLasting(project: string): Tree {
  return Object.fromEntries(
    Object.entries(readTree(project)).filter(([path]) => !path.startsWith('.keel/cache/')),
  )
}

/** Half-written files are for the eyes of their writer only. */
const isTemporary = (path: string) => path.endsWith('.keel-tmp')

describe.each([
  { verb: 'init', prepare: [], where: 'project', step: 1 },
  { verb: 'init', prepare: [], where: 'cache', step: 13 },
  { verb: 'uninstall', prepare: [['init']], where: 'project', step: 1 },
])('keel $verb, killed before changes in its $where', ({ verb, prepare, where, step }) => {
  it('leaves every file as it was or complete, and the next run completes the work', {
    timeout: 600_000,
  }, () => {
    const { base, home, project } = scratch()
    writeTree(project, user)
    execFileSync('git', ['init', '-q'], { cwd: project })
    for (const first of prepare) expect(keel(first, { cwd: project, home }).code).toBe(0)
    const before = readLasting(project)
    const whole = copyOf(project, join(base, 'whole'))
    // Where nothing of it is looked at, nothing is parsed: it takes time.
    const words = [verb, '--set', `context.map.code_intelligence=${where === 'cache'}`]
    expect(keel(words, { cwd: whole, home }).code).toBe(0)
    const after = readLasting(whole)

    let kills = 0
    for (let at = 1; ; at += step) {
      const copy = copyOf(project, join(base, `killed-${at}`))
      const { signal } = spawnSync(
        process.execPath,
        ['--require', join(import.meta.dirname, 'kill-at.cjs'), BIN, ...words],
        {
          cwd: copy,
          env: { PATH: process.env['PATH'] ?? '', HOME: home, KILL_AT: String(at), KILL_IN: where },
        },
      )
      if (signal !== 'SIGKILL') break
      kills++
      expectOldOrNew(readLasting(copy), { before, after })
      expect(keel(words, { cwd: copy, home }).code).toBe(0)
      expect(readLasting(copy)).toEqual(after)
      rmSync(copy, { recursive: true, force: true })
    }
    expect(kills).toBeGreaterThan(step === 1 ? 10 : 3)
  })
})

function expectOldOrNew(tree: Tree, { before, after }: { before: Tree; after: Tree }): void {
  for (const [path, content] of Object.entries(tree)) {
    if (isTemporary(path)) continue
    expect([before[path], after[path]], `${path} is neither as before nor complete`).toContain(content)
  }
  for (const path of Object.keys(before)) {
    if (after[path] !== undefined) expect(tree[path], `${path} is gone`).toBeDefined()
  }
}

function copyOf(folder: string, to: string): string {
  cpSync(folder, to, { recursive: true, verbatimSymlinks: true })
  return to
}
