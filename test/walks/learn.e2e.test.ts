import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openJournal } from '#journal/open-journal.ts'
import { keel, scratch } from '../contracts/program.ts'

function repository() {
  const { home, project } = scratch()
  execFileSync('git', ['init', '-q'], { cwd: project })
  const run = (...words: string[]) => keel(words, { cwd: project, home })
  const json = (...words: string[]) => JSON.parse(run(...words, '--json').stdout)
  const journal = (day: string) =>
    openJournal({ root: project, writer: 'test', now: () => new Date(`${day}T12:00:00Z`) })
  return { project, run, json, journal }
}

describe('learning', () => {
  it('shows what repeats with counts and days, and says what it left out', () => {
    const { run, json, journal } = repository()
    expect(run('learn')).toMatchObject({ code: 0, stdout: expect.stringContaining('yet') })
    const denial = {
      kind: 'denied',
      host: null,
      session: 's',
      call: null,
      reason: 'protected',
      run: null,
    } as const
    for (const day of ['2026-01-05', '2026-02-06', '2026-03-07']) {
      journal(day).append({ ...denial, guard: 'protected-files', action: `write ${day}.yaml` })
    }
    journal('2026-02-01').append({ ...denial, guard: 'no-force-push', action: 'run git push -f' })
    const { code, stdout } = run('learn')
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /3 ×.*protected-files.*violation, first 2026-01-05, last 2026-03-07\n.*write 2026-03-07/,
    )
    expect(stdout).toContain('1 seen less often. keel learn --min 1')
    expect(json('learn', '--min', '1', '--since', '2026-02-01').patterns).toMatchObject([
      { subject: 'protected-files', count: 2 },
      { subject: 'no-force-push', count: 1 },
    ])
  })

  it('keeps a fact and finds it again, without the secret and the invisible characters that came with it', () => {
    const { run, json } = repository()
    const text = 'Deploy with \u202etoken=abcdef123456\u001b[31m, then wait.'
    const { trace, changes } = json('trace', text, '--about', 'decision', '--subject', ' deploy   steps ')
    expect(trace).toMatchObject({
      about: 'decision',
      subject: 'deploy steps',
      text: 'Deploy with token=[redacted], then wait.',
      source: 'cli',
    })
    expect(changes).toEqual(['redacted'])
    expect(json('traces', 'how do we deploy')).toEqual({ total: 1, traces: [trace] })
    expect(run('traces', 'deploy').stdout).toContain('[redacted]')
    expect(run('log').stdout).toContain('decision deploy steps')
  })

  it('shows in a dry run what would be kept, and keeps nothing', () => {
    const { run, json, project } = repository()
    const words = ['trace', 'Deploy with token=abcdef123456', '--about', 'decision', '--subject', 'deploy']
    expect(json(...words, '--dry-run')).toMatchObject({
      dryRun: true,
      trace: { text: 'Deploy with token=[redacted]', subject: 'deploy' },
      changes: ['redacted'],
    })
    expect(run(...words, '--dry-run').stdout).toMatch(
      /would keep a decision about deploy.*nothing was written\n.*\[redacted\]/,
    )
    expect(readdirSync(project)).toEqual(['.git'])
    expect(json(...words)).toMatchObject({ dryRun: false })
  })

  it('cuts a text that is too long', () => {
    const { json } = repository()
    const { trace, changes } = json('trace', 'x'.repeat(5000), '--about', 'decision', '--subject', 's')
    expect(trace.text).toHaveLength(2000)
    expect(changes).toEqual(['cut'])
  })

  it.each([
    [['trace', 'only a text'], '--about'],
    [['trace', '  ', '--about', 'decision', '--subject', 's'], 'needs a text'],
    [['learn', '--since', 'tomorrow'], 'keel learn --since 7d'],
    [['learn', '--since', '2026-99-99'], 'neither a date'],
    [['traces', '--limit', '0'], '--limit'],
  ])('answers misuse %j with what to type', (words, told) => {
    const { run } = repository()
    const { code, stderr } = run(...words)
    expect(code).toBe(2)
    expect(stderr).toContain(told)
  })
})
