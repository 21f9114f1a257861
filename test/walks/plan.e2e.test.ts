import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keel } from '../contracts/program.ts'
import { readTree } from '../contracts/tree.ts'
import { asksIn, openShop, playModel, type Steps } from './shop.ts'

const SPEC = '# Coupons\n\nA coupon takes ten per cent off the total of a basket.\n'

const PLAN = {
  epic: { title: 'Coupons', description: 'Something off.' },
  tasks: [
    {
      key: 'model',
      title: 'A coupon is a percentage',
      acceptance: ['A coupon of 10 takes a tenth off'],
      files: ['coupon.js'],
      check: 'node --test coupon.test.js',
    },
    {
      key: 'total',
      title: 'The total takes coupons',
      acceptance: ['The total is less'],
      files: ['basket.js'],
      depends_on: ['model'],
    },
    {
      key: 'docs',
      title: 'Say it in the README',
      type: 'chore',
      acceptance: ['It is there'],
      files: ['README.md'],
    },
  ],
}

const answer = (plan: object) => ({
  text: `Here it is.\n\n\`\`\`json\n${JSON.stringify(plan, null, 2)}\n\`\`\``,
})

async function shop(steps: Steps = []) {
  const { home, project, ...rest } = openShop()
  const { model, environment } = await playModel(home, { steps })
  writeFileSync(join(project, 'SPEC.md'), SPEC)
  const ask = asksIn(project, environment)
  /** Without the one that the shop has. */
  const tasks = (): { title: string; status: string; origin: string; id: string }[] =>
    JSON.parse(keel(['task', 'list', '--all', '--json'], { cwd: project, home }).stdout).tasks.filter(
      ({ origin }: { origin: string | null }) => origin !== null,
    )
  return { ...rest, home, project, model, ask, tasks }
}

const MODEL = ['--model', 'anthropic/scripted']

function withoutCache(project: string) {
  return Object.entries(readTree(project)).filter(([path]) => !/^\.(?:git|keel\/cache)(?:\/|$)/.test(path))
}

describe('keel plan', () => {
  it('shows what a model plans, writes nothing, and then writes exactly that without asking again', async () => {
    const { ask, tasks, model, entries, project } = await shop([answer(PLAN)])
    const shown = await ask('plan', 'SPEC.md', ...MODEL, '--json')
    expect(shown.code).toBe(0)
    const report = JSON.parse(shown.stdout)
    expect(report).toMatchObject({ kind: 'shown', isKept: true, by: 'anthropic/scripted as initializer' })
    expect(report.tasks.map(({ key, wave }: { key: string; wave: number }) => [key, wave])).toEqual([
      ['(epic)', null],
      ['model', 1],
      ['total', 2],
      ['docs', 1],
    ])
    expect(tasks()).toEqual([])
    const [request] = model.requests()
    expect(JSON.stringify(request?.body)).toContain('takes ten per cent off')
    expect(JSON.stringify(request?.body)).toContain('You are the initializer')
    expect(JSON.stringify(request?.body)).toContain('basket.js')
    expect(entries()).toMatchObject([
      {
        kind: 'planned',
        tasks: 3,
        specification: 'SPEC.md',
        worker: { kind: 'model', role: 'initializer' },
        ending: { kind: 'ok' },
      },
    ])
    const [folder = ''] = readdirSync(join(project, '.keel/ledger')).filter((name) =>
      name.startsWith('plan-'),
    )
    expect(readdirSync(join(project, '.keel/ledger', folder, '1')).sort()).toEqual([
      'attempt.json',
      'host.log',
      'prompt.md',
    ])
    const written = await ask('plan', 'SPEC.md', '--write', '--json')
    expect(JSON.parse(written.stdout)).toMatchObject({ kind: 'written', known: 0 })
    expect(model.requests()).toHaveLength(1)
    const list = tasks()
    expect(list.map(({ title }: { title: string }) => title).sort()).toEqual([
      'A coupon is a percentage',
      'Coupons',
      'Say it in the README',
      'The total takes coupons',
    ])
    const byKey = (key: string) => list.find(({ origin }) => origin.includes(`/${key}@`))
    expect(byKey('total')).toMatchObject({ depends_on: [byKey('model')?.id], parent: byKey('(epic)')?.id })
    expect(byKey('model')).toMatchObject({ check: 'node --test coupon.test.js', files: ['coupon.js'] })
    expect(JSON.parse((await ask('plan', 'SPEC.md', '--write', '--json')).stdout)).toMatchObject({
      added: [],
      known: 4,
    })
    expect(JSON.parse((await ask('ledger', 'cost', '--json')).stdout)).toMatchObject({
      planning: { asked: 1 },
      attempts: 0,
    })
  })

  it('writes another plan as it was shown, too, whatever the names in it were called before', async () => {
    const [first, second] = PLAN.tasks
    const other = {
      epic: { title: 'Gift cards' },
      tasks: [
        { ...first, title: 'Something else' },
        { ...second, key: 'card', title: 'The total takes cards' },
      ],
    }
    const { ask, tasks, project } = await shop([answer(PLAN), answer(other)])
    await ask('plan', 'SPEC.md', ...MODEL)
    await ask('plan', 'SPEC.md', '--write')
    writeFileSync(join(project, 'SPEC.md'), '# Gift cards\n\nThey are money.\n')
    await ask('plan', 'SPEC.md', ...MODEL)
    const { added } = JSON.parse((await ask('plan', 'SPEC.md', '--write', '--json')).stdout)
    expect(added.map(({ title }: { title: string }) => title)).toEqual([
      'Gift cards',
      'Something else',
      'The total takes cards',
    ])
    const [epic, model, card] = added
    expect(card).toMatchObject({ parent: epic.id, depends_on: [model.id] })
    expect(tasks()).toHaveLength(7)
  })

  it('asks once more with what is wrong, and says so where it stays wrong', async () => {
    const wrong = {
      epic: { title: 'x' },
      tasks: [
        {
          key: 'a',
          title: 'A',
          acceptance: ['x'],
          files: ['../out.js', '/etc/passwd', '.keel/tasks/a.md'],
          depends_on: ['b'],
          check: 'x',
        },
        // Of the wrong shape, which is no reason to say nothing of the rest.
        { key: 'c', title: '', acceptance: [], files: 'all', check: '' },
        { title: 'Nameless', acceptance: ['x'] },
        { key: 'b', title: 'B', acceptance: ['x'], depends_on: ['a', 'nobody'] },
        { key: 'b', title: 'C', acceptance: ['x'] },
      ],
    }
    const mended = await shop([answer(wrong), answer(PLAN)])
    const { stdout } = await mended.ask('plan', 'SPEC.md', ...MODEL)
    expect(stdout).toContain('asked 2 times')
    const told = JSON.stringify(mended.model.requests()[1]?.body)
    for (const reason of [
      '../out.js is no file of this project',
      '/etc/passwd is no',
      '.keel/tasks/a.md is no',
      'b is there twice',
      'b waits for nobody',
      'a → b → a',
      'tasks.1.acceptance',
      'tasks.1.files',
      'tasks.2.key',
    ])
      expect(told).toContain(reason)
    expect(mended.entries().map((entry) => entry.kind === 'planned' && entry.tasks)).toEqual([null, 3])

    const circle = { ...PLAN, tasks: [{ ...PLAN.tasks[0], depends_on: ['total'] }, PLAN.tasks[1]] }
    const stuck = await shop([
      answer({ ...PLAN, tasks: [{ key: 'a', title: 'A', acceptance: [], check: '' }] }),
      answer(circle),
    ])
    const { code, stderr } = await stuck.ask('plan', 'SPEC.md', ...MODEL)
    expect(code).toBe(2)
    expect(stderr).toContain('model → total → model')
    expect(stuck.tasks()).toEqual([])
    expect((await stuck.ask('plan', 'SPEC.md', '--write')).stderr).toContain('No plan of SPEC.md was shown')

    const silent = await shop([{ text: 'I would rather not.' }, { text: 'No.' }])
    expect((await silent.ask('plan', 'SPEC.md', ...MODEL)).stderr).toContain('no JSON object')
    const broken = await shop([{ error: { status: 401 }, repeat: true }])
    expect((await broken.ask('plan', 'SPEC.md', ...MODEL)).stderr).toContain('No plan came of it')
    expect(broken.model.requests()).toHaveLength(1)
  })

  it('shows what it would write into each task, and takes null for nothing said', async () => {
    const [first, ...others] = PLAN.tasks
    const long = Array.from({ length: 40 }, (_, index) => `Step ${index}.`).join('\n')
    const nulls = { description: null, type: null, files: null, depends_on: null, check: null }
    const plan = {
      epic: { title: 'Coupons', description: null },
      tasks: [
        { ...first, description: long },
        { ...others[0], description: 'In short.' },
        { ...others[1], ...nulls },
      ],
    }
    const { ask, model } = await shop([answer(plan)])
    const { stdout, code } = await ask('plan', 'SPEC.md', ...MODEL)
    expect([code, model.requests().length]).toEqual([0, 1])
    expect(stdout).toMatch(/Step 0\.\n[\s\S]*Step 5\.\n +… and 302 characters more/)
    expect(stdout).toContain('In short.')
    expect(stdout).not.toContain('Step 6.')
  })

  it('refuses a plan with a secret in a command, and keeps nothing of it', async () => {
    const secret = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`
    const plan = { ...PLAN, tasks: [{ ...PLAN.tasks[0], check: `TOKEN=${secret} npm test` }] }
    const { ask, project } = await shop([answer(plan), answer(plan)])
    const { code, stderr } = await ask('plan', 'SPEC.md', ...MODEL)
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('model has a check with what looks like a secret'),
    ])
    expect(JSON.stringify(readTree(project))).not.toContain(secret)
  })

  it('cuts a specification that is too long, and says how much', async () => {
    const { ask, project, model } = await shop([answer(PLAN)])
    writeFileSync(join(project, 'SPEC.md'), `# Long\n\n${'word '.repeat(20_000)}\nTHE END`)
    expect((await ask('plan', 'SPEC.md', ...MODEL)).stdout).toContain(
      'characters of the specification were left out',
    )
    expect(JSON.stringify(model.requests()[0]?.body)).not.toContain('THE END')
  })

  it('asks nobody and keeps nothing on a dry run', async () => {
    const { ask, project, model } = await shop([answer(PLAN)])
    const before = withoutCache(project)
    const { code, stdout } = await ask('plan', 'SPEC.md', ...MODEL, '--dry-run')
    expect([code, stdout.includes('takes ten per cent off')]).toEqual([0, true])
    expect(model.requests()).toEqual([])
    expect(withoutCache(project)).toEqual(before)
  })

  it('reads checklists where nobody was named, asks nobody, and writes what it has shown', async () => {
    const { ask, project, model, tasks } = await shop()
    const text = '# Release\n\n## Code\n\n- [ ] write `basket.js`\n  - it sums\n- [x] read it\n'
    writeFileSync(join(project, 'TODO.md'), text)
    expect((await ask('plan', 'TODO.md', '--write')).code).toBe(2)
    const { stdout } = await ask('plan', 'TODO.md')
    expect(stdout).toContain('by its checklists; nobody was asked')
    expect(stdout).toMatch(/To have it planned by somebody: keel plan TODO\.md --(?:host|model) /)
    expect(tasks()).toEqual([])
    expect(stdout).not.toContain('left out')
    writeFileSync(join(project, 'TODO.md'), `${text}\n## Later\n\n1. rest\n2. sleep\n`)
    expect((await ask('plan', 'TODO.md')).stdout).toContain(
      'TODO.md:11 and 1 more are numbered items without a box: left out',
    )
    writeFileSync(join(project, 'TODO.md'), `${text}\nOne word more.\n`)
    expect((await ask('plan', 'TODO.md', '--write')).stderr).toContain('the file was changed since')
    writeFileSync(join(project, 'TODO.md'), text)
    expect((await ask('plan', 'TODO.md', '--write')).stdout).toContain('4 tasks of TODO.md')
    expect(
      tasks()
        .map(({ title, status }: { title: string; status: string }) => [title, status])
        .sort(),
    ).toEqual([
      ['Code', 'open'],
      ['Release', 'open'],
      ['read it', 'done'],
      ['write `basket.js`', 'open'],
    ])
    // What was planned by its boxes is what an import of the same file would add.
    await ask('task', 'import', 'TODO.md')
    expect(tasks()).toHaveLength(4)
    expect(model.requests()).toEqual([])
  })

  it('says of a model that is none what to type with another, whatever the file is called', async () => {
    const { ask, project } = await shop()
    writeFileSync(join(project, 'MY SPEC.md'), SPEC)
    const { code, stdout } = await ask('plan', 'MY SPEC.md', '--model', 'nonsense', '--json')
    expect(code).toBe(2)
    expect(JSON.parse(stdout).fault).toMatchObject({
      code: 'model-unknown',
      hint: "keel plan 'MY SPEC.md' --model anthropic/claude-sonnet-5",
    })
  })

  it('refuses a specification without a checklist where nobody was named, and says what to type', async () => {
    const { ask, project } = await shop()
    const { code, stderr } = await ask('plan', 'SPEC.md')
    expect(code).toBe(2)
    expect(stderr).toMatch(/has no checklist[\s\S]*keel plan SPEC\.md --(?:host|model) /)
    expect((await ask('plan', 'nowhere.md')).stderr).toContain('nowhere.md is no file')
    expect((await ask('plan', 'SPEC.md', ...MODEL, '--write')).stderr).toContain('It asks nobody')
    expect(readFileSync(join(project, 'SPEC.md'), 'utf8')).toBe(SPEC)
  })
})
