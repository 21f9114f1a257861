import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openJournal } from '#journal/open-journal.ts'
import { treeHash } from '#kit/tree-hash.ts'
import { NO_TASK } from '#loop/begin-run.ts'
import { evidenceOf } from '../../test/contracts/evidence.ts'
import { scratch } from '../../test/contracts/program.ts'
import { gatherHealth } from './gather-health.ts'

function recorder() {
  const { project: root } = scratch()
  execFileSync('git', ['init', '-q'], { cwd: root })
  let seconds = 0
  const now = () => new Date(Date.UTC(2026, 0, 1) + 1000 * ++seconds)
  const { append } = openJournal({ root, writer: 'test', now })
  const begin = (run: string, objective: string) => {
    const stand = { head: '', branch: null, rules: '' }
    const worker = { kind: 'host', host: 'one', model: null } as const
    append({
      kind: 'run-started',
      run,
      objective,
      worker,
      tier: null,
      test: 'true',
      ...NO_TASK,
      base: treeHash(root),
      stand,
    })
  }
  /** An attempt that writes these files and is tested. */
  const attempt = ({ run, number, files }: { run: string; number: number; files: readonly string[] }) => {
    append({ kind: 'attempt-started', run, attempt: number, tree: treeHash(root), pack: null })
    for (const path of files) {
      mkdirSync(join(root, dirname(path)), { recursive: true })
      writeFileSync(join(root, path), `${run} ${number}`)
    }
    append({ kind: 'verified', run, attempt: number, evidence: evidenceOf({ tree: treeHash(root) }) })
  }
  const end = (run: string, outcome: 'verified' | 'blocked') =>
    append({ kind: 'run-ended', run, outcome, reason: '', commit: null, remarks: [] })
  return { root, begin, attempt, end }
}

describe('the health of a project', () => {
  it('is nothing where nothing was recorded', async () => {
    expect(await gatherHealth(scratch().project)).toEqual({ done: 0, open: 0, attempts: 0, active: [] })
  })

  it('counts an objective once, however many runs it took, and the folders that attempts changed', async () => {
    const { root, begin, attempt, end } = recorder()
    begin('r-1', 'Mend the door')
    attempt({ run: 'r-1', number: 1, files: ['src/door/hinge.ts', 'src/door/deep/lock.ts', 'README.md'] })
    attempt({ run: 'r-1', number: 2, files: ['src/door/hinge.ts', 'lib/wood.ts'] })
    end('r-1', 'blocked')
    begin('r-2', 'Mend the door')
    attempt({ run: 'r-2', number: 1, files: ['src/door/hinge.ts', 'src/wall/brick.ts', 'lib/wood.ts'] })
    end('r-2', 'verified')
    begin('r-3', 'Build a window')
    attempt({ run: 'r-3', number: 1, files: ['.keel/notes/mine.md'] })
    end('r-3', 'blocked')
    begin('r-4', 'Paint it')
    expect(await gatherHealth(root)).toEqual({
      done: 1,
      open: 2,
      attempts: 4,
      active: [
        { folder: 'src/door', attempts: 3 },
        { folder: 'lib', attempts: 2 },
        { folder: 'src/wall', attempts: 1 },
      ],
    })
  })

  it('does without the trees that git has thrown away', async () => {
    const { root, begin, attempt, end } = recorder()
    begin('r-1', 'Mend the door')
    attempt({ run: 'r-1', number: 1, files: ['src/door/hinge.ts'] })
    end('r-1', 'verified')
    execFileSync('git', ['prune', '--expire=now'], { cwd: root })
    expect(await gatherHealth(root)).toEqual({ done: 1, open: 0, attempts: 1, active: [] })
  })
})
