import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readJournal } from '#journal/read-journal.ts'
import { foldAttempts } from '#loop/ledger/fold-attempts.ts'
import { openBoard } from '#loop/tasks/open-board.ts'
import { files } from '#loop/tasks/sources/files.ts'
import { statusAt } from '#loop/tasks/task-table.ts'
import { BIN, scratch } from '../contracts/program.ts'
import { seeded } from './seeded.ts'
import { DONE, playModel, shell } from './shop.ts'

/** As many as there is time for; `KEEL_KILLS=300` for hundreds, by hand. */
const KILLS = Number(process.env['KEEL_KILLS'] ?? 40)
const LIMIT_MS = process.env['KEEL_KILLS'] === undefined ? 25_000 : 3_600_000
/** A slow machine takes longer, and is spared none of these. */
const KILLS_MIN = 4
const SEED = Number(process.env['KEEL_SEED'] ?? 20_262)

/** Wrong at first and right the next time, so that a task takes two attempts. */
const GOOD = 'n=$(cat value.txt); sleep 0.05; echo $((n + 1)) > value.txt; echo done\n'
const BAD = 'echo 1 > value.txt; mkdir -p deep; echo junk >> deep/junk.txt; git add deep; echo done\n'
const TEST =
  "import { test } from 'node:test'\nimport assert from 'node:assert'\nimport { readFileSync } from 'node:fs'\n" +
  "test('even', () => assert.equal(Number(readFileSync('value.txt', 'utf8')) % 2, 0))\n"

async function mill() {
  const { home, project } = scratch()
  for (const folder of ['scratch', 'test', '.keel/tasks'])
    mkdirSync(join(project, folder), { recursive: true })
  for (const [path, text] of [
    ['.gitignore', 'scratch/\n'],
    ['value.txt', '0\n'],
    ['package.json', '{ "type": "module", "scripts": { "test": "node --test" } }\n'],
    ['test/value.test.js', TEST],
    ['scratch/good.sh', GOOD],
    ['scratch/bad.sh', BAD],
    ['.keel/config.yaml', 'context:\n  pack:\n    enabled: false\nloop:\n  test: node --test\n'],
  ] as const)
    writeFileSync(join(project, path), text)
  const git = (...words: string[]) => execFileSync('git', words, { cwd: project, encoding: 'utf8' }).trim()
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'start')
  const deed = (name: string) => [shell(`sh scratch/${name}.sh`)]
  const fresh = { not: { toolResult: '.' } }
  const { environment } = await playModel(home, {
    steps: [
      { when: { prompt: 'Hopeless', ...fresh }, tools: deed('bad'), repeat: true },
      { when: fresh, tools: deed('good'), repeat: true },
    ],
    otherwise: DONE,
  })
  return { project, git, environment }
}

type Mill = Awaited<ReturnType<typeof mill>>
type Death = { readonly afterMs: number } | { readonly atChange: number } | null
type Ended = { readonly isKilled: boolean; readonly code: number | null; readonly answer: Answer | null }
type Answer = { readonly outcome?: string; readonly fault?: { readonly code: string } }

/** Runs the built program, and ends it as the system would: at a moment, or just before one of its changes to files. */
async function keelRun(
  { project, environment }: Mill,
  { words, death }: { words: string[]; death: Death },
): Promise<Ended> {
  const atChange = death !== null && 'atChange' in death ? death.atChange : null
  const flags = atChange === null ? [] : ['--require', join(import.meta.dirname, 'kill-at.cjs')]
  const child = spawn(process.execPath, [...flags, BIN, 'run', ...words, '--json'], {
    cwd: project,
    env: { ...environment, ...(atChange === null ? {} : { KILL_AT: String(atChange) }) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const timer =
    death !== null && 'afterMs' in death ? setTimeout(() => child.kill('SIGKILL'), death.afterMs) : undefined
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on('close', (...how) => resolve(how)),
  )
  clearTimeout(timer)
  const isKilled = signal === 'SIGKILL'
  // What the run had started needs a moment to notice.
  if (isKilled) await sleep(150)
  return { isKilled, code, answer: isKilled ? null : JSON.parse(said) }
}

describe('a run on a task that is killed wherever it may be', () => {
  it('loses no attempt, leaves no impossible task and no torn file, and comes to its end', {
    timeout: LIMIT_MS + 120_000,
  }, async () => {
    const place = await mill()
    const random = seeded(SEED)
    const deadline = performance.now() + LIMIT_MS
    const tally = { kills: 0, tasks: 0, byTime: 0, byChange: 0, phases: new Map<string, number>() }
    let usualMs = 0
    while (tally.kills < KILLS && (performance.now() < deadline || tally.kills < KILLS_MIN)) {
      const isHopeless = random() < 0.3
      const id = `t${tally.tasks++}`
      const title = isHopeless ? 'Hopeless' : 'One more'
      writeFileSync(join(place.project, `.keel/tasks/${id}.md`), `---\ntitle: ${title} ${id}\n---\n`)
      const again = [...(isHopeless ? ['--ready'] : ['--task', id]), '--model', 'anthropic/scripted']
      for (let tries = 0, words = again; ; tries++) {
        const death = tries > 3 || usualMs === 0 ? null : dieAt(random, usualMs)
        const began = performance.now()
        const { isKilled, answer } = await keelRun(place, { words, death })
        if (usualMs === 0) usualMs = performance.now() - began
        expectSound(place, id)
        if (!isKilled) {
          // Nothing of it was left to resume: the kill came before the run began, or after it had ended.
          if (answer?.fault?.code === 'nothing-to-resume' && statusOf(place, id) !== 'done') {
            words = again
            continue
          }
          expect([id, SETTLED.has(statusOf(place, id)), answer?.fault ?? null]).toEqual([
            id,
            true,
            expect.toSatisfy(
              (fault) =>
                fault === null || ['not-open', 'not-ready', 'nothing-to-resume'].includes(fault.code),
            ),
          ])
          break
        }
        tally.kills++
        if (death !== null) tally['afterMs' in death ? 'byTime' : 'byChange']++
        const phase = readJournal(place.project).entries.at(-1)?.kind ?? 'nothing'
        tally.phases.set(phase, (tally.phases.get(phase) ?? 0) + 1)
        words = random() < 0.4 ? ['--resume'] : again
      }
      expectSettled(place, { id, isHopeless })
    }
    if (process.env['KEEL_KILLS'] !== undefined)
      console.log(JSON.stringify({ ...tally, phases: Object.fromEntries(tally.phases), usualMs }))
    expect(tally.kills).toBeGreaterThanOrEqual(Math.min(KILLS, KILLS_MIN))
  })
})

const SETTLED = new Set(['done', 'blocked'])

function dieAt(random: () => number, usualMs: number): Death {
  return random() < 0.5
    ? { afterMs: Math.floor(random() * usualMs * 1.1) }
    : { atChange: 1 + Math.floor(random() * 160) }
}

function statusOf({ project }: Mill, id: string): string {
  const { table } = openBoard(files(project), new Date())
  return statusAt(table, table.placeOf(id) ?? -1) ?? 'gone'
}

/** What has to hold at any moment. */
function expectSound({ project, git }: Mill, id: string): void {
  const { entries, unreadable } = readJournal(project)
  expect(unreadable.filter(({ kind }) => kind === 'damaged')).toEqual([])
  const { table, leases } = openBoard(files(project), new Date())
  expect([table.broken, leases.unreadable]).toEqual([[], []])
  for (const path of readdirSync(join(project, '.keel'), { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.json') && !path.startsWith('cache'))
      expect(() => JSON.parse(readFileSync(join(project, '.keel', path), 'utf8')), path).not.toThrow()
  const attempts = foldAttempts(entries, 'idle').filter(({ task }) => task === id)
  expect(attempts.map(({ number }) => number)).toEqual(attempts.map((_, place) => place + 1))
  expect(attempts.filter(({ outcome }) => outcome === 'running')).toEqual([])
  const moves = entries.flatMap((entry) => (entry.kind === 'task-moved' && entry.task === id ? [entry] : []))
  const status = statusAt(table, table.placeOf(id) ?? -1)
  const isLeased = leases.live.has(id) || leases.dead.has(id)
  if (status === 'in_progress') expect([id, isLeased]).toEqual([id, true])
  if (status === 'open')
    expect([id, ['none', 'open', 'in_progress']]).toEqual([
      id,
      expect.arrayContaining([moves.at(-1)?.to ?? 'none']),
    ])
  if (status === 'blocked')
    expect(entries.some((entry) => entry.kind === 'run-ended' && entry.outcome === 'blocked')).toBe(true)
  if (status !== 'done') return
  expect(moves.at(-1)).toMatchObject({ to: 'done', evidence: expect.any(String), isForced: false })
  expect(git('log', '--format=%s', `--grep=^Keel-Task: ${id}$`).split('\n')).toHaveLength(1)
}

/** What has to hold in the end. */
function expectSettled(
  { project, git }: Mill,
  { id, isHopeless }: { id: string; isHopeless: boolean },
): void {
  expect([id, statusOf({ project, git } as Mill, id)]).toEqual([id, isHopeless ? 'blocked' : 'done'])
  const left = git('status', '--porcelain')
    .split('\n')
    .filter((line) => line !== '' && !line.includes('.keel/tasks'))
  expect([id, left]).toEqual([id, []])
  const { entries } = readJournal(project)
  const attempts = foldAttempts(entries).filter(({ task }) => task === id)
  expect(attempts.filter(({ outcome }) => outcome === 'running')).toEqual([])
  const named = (kind: 'attempt-started' | 'attempt-ended') =>
    entries.flatMap((entry) => (entry.kind === kind ? [`${entry.run} ${entry.attempt}`] : [])).sort()
  expect(named('attempt-ended')).toEqual(named('attempt-started'))
  if (!isHopeless) return
  const kept = git('for-each-ref', '--format=%(refname)', `refs/keel/aside/${id}/`).split('\n')
  expect(kept.some((ref) => git('show', `${ref}:value.txt`) === '1')).toBe(true)
}
