import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { get_encoding } from 'tiktoken'
import { describe, expect, it } from 'vitest'
import { keel, scratch } from '../contracts/program.ts'

const encoding = get_encoding('o200k_base')

function repository(files: Record<string, string>) {
  const { home, project } = scratch()
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: project })
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), content)
  }
  git('init', '-q')
  for (const [path, content] of Object.entries(files)) write(path, content)
  git('add', '.')
  git('commit', '-qm', 'first')
  const run = (...words: string[]) => keel(words, { cwd: project, home })
  return { project, git, write, run }
}

const shop = {
  'cart.ts': 'export function addToCart(item: string) {\n  return [item]\n}\n',
  'total.ts': 'export function totalPrice(items: number[]) {\n  return items.length\n}\n',
  'issue.md': '# totalPrice counts instead of adding\n',
  '.keel/config.yaml':
    'context:\n  pack:\n    domains: { money: [total.ts] }\n    roles: { visitor: ["*.md"] }\n',
  '.keel/tasks/a1.md':
    '---\ntitle: Prices are wrong\nfiles: [cart.ts]\nstatus: open\n---\nThe total price.\n',
}

describe('keel pack', () => {
  it('takes its task from words, a file or a record of the project, and from one of them only', () => {
    const { run } = repository(shop)
    const filesOf = (...words: string[]) =>
      (JSON.parse(run('pack', '--json', ...words).stdout).files as { path: string }[]).map(({ path }) => path)
    expect(filesOf('totalPrice is wrong')[0]).toBe('total.ts')
    expect(filesOf('--file', 'issue.md')[0]).toBe('total.ts')
    expect(filesOf('--task', 'a1')).toEqual(expect.arrayContaining(['cart.ts', 'total.ts']))
    for (const [words, told] of [
      [['--task', 'a2'], 'There is no task a2'],
      [['--task', '../../etc/passwd'], 'There is no task'],
      [['--file', 'none.md'], 'none.md cannot be read'],
      [['words', '--file', 'issue.md'], 'one task'],
      [['words', '--domain', 'mony'], 'keel pack --domain money'],
      [['words', '--strategy', 'all'], 'signature_only'],
    ] as const) {
      const { code, stderr } = run('pack', ...words)
      expect([code, stderr]).toEqual([2, expect.stringContaining(told)])
    }
  })

  it('reads a file as a shell of Windows writes it, and none that is no text', () => {
    const { run, project } = repository(shop)
    writeFileSync(
      join(project, 'wide.md'),
      Buffer.from('\ufefftotalPrice counts instead of adding\r\n', 'utf16le'),
    )
    expect(JSON.parse(run('pack', '--json', '--file', 'wide.md').stdout)).toMatchObject({
      task: { title: 'totalPrice counts instead of adding' },
      files: expect.arrayContaining([expect.objectContaining({ path: 'total.ts' })]),
    })
    writeFileSync(join(project, 'issue.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1, 2]))
    expect(run('pack', '--file', 'issue.png')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('issue.png is no text'),
    })
  })

  it('prints no more tokens than it may, whatever there is to say beside the files', () => {
    const many = Array.from({ length: 30 }, (_, n) => [`a/long/path/of/parts/price-${n}.ts`, `price ${n}\n`])
    const { run } = repository({ ...shop, ...Object.fromEntries(many), 'logo.png': 'x', '.env': 'A=b\n' })
    const task = 'totalPrice of total.ts is wrong, as is frobnicateWidget() in logo.png and quux_plugh_zorb'
    for (const budget of [100, 130, 200, 400, 1000, 5000]) {
      const { stdout } = run('pack', task, '--budget', `${budget}`)
      expect(encoding.encode(stdout).length, `${budget}: ${stdout}`).toBeLessThanOrEqual(budget)
      expect(stdout).toMatch(/^## Gaps\n\n- Not found here: frobnicateWidget, quux_plugh_zorb\.\n/)
      expect(stdout).toContain('total.ts')
    }
    const { stdout } = run('pack', task)
    expect(stdout).toContain('- logo.png is named, and not in: it is binary.')
    expect(stdout).toContain('<!-- not searched, secret: .env -->')
  })

  it('says in a few words what to open, and why a file is in or not', () => {
    const { run } = repository(shop)
    expect(run('pack', 'totalPrice is wrong', '--summary').stdout).toMatch(
      /^# Context for: totalPrice is wrong\n\nTo fix\. .*\n\n## Key files\n1\. `total\.ts`/,
    )
    expect(run('pack', 'totalPrice is wrong', '--explain', 'total.ts')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^total\.ts: It is in, whole, .*\nPlace 1 of/),
    })
    expect(run('pack', 'totalPrice is wrong', '--explain', 'cart.tz')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Did you mean cart.ts?'),
    })
    expect(run('pack', 'totalPrice is wrong', '--role', 'visitor').stdout).not.toContain('total.ts')
  })

  it('is compared with what was really changed, by what was known before, and the journal has it', () => {
    const { run, git, write } = repository(shop)
    write('total.ts', 'export function totalPrice(items: number[]) {\n  return sum(items)\n}\n')
    git('commit', '-qam', 'totalPrice adds')
    const told = run('pack', 'verify')
    expect(told.stdout).toMatch(/^totalPrice adds .*\n {2}. total\.ts: place 1, in the pack \(full\)\n$/)
    expect(
      JSON.parse(run('pack', 'verify', '--json', 'the cart', '--against', 'HEAD~1').stdout),
    ).toMatchObject({
      comparisons: [{ title: 'the cart', changed: [{ path: 'total.ts', level: null }] }],
      hits: { at1: 0 },
    })
    expect(run('log').stdout).toContain('pack compared, the first changed file at place 1: totalPrice adds')
    expect(git('status', '--short', '--', '*.ts').toString()).toBe('')
    expect(run('pack', 'verify', '--against', 'nowhere')).toMatchObject({ code: 2 })
    expect(run('pack', 'verify', '--last', '3', 'words')).toMatchObject({ code: 2 })
    expect(run('help', 'pack', 'verify').stdout).toContain('Usage: keel pack verify')
    expect(run('pack', '--help').stdout).toContain('Usage: keel pack [text]')
  })
})
