import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openJournal } from '#journal/open-journal.ts'
import { loadTokenCounter } from '#kit/tokens.ts'
import { NO_TASK } from '#loop/begin-run.ts'
import { BIN, keel, scratch } from '../contracts/program.ts'
import { readTree } from '../contracts/tree.ts'

const git = (cwd: string, ...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd, stdio: 'ignore' })

const SHOP: Record<string, string> = {
  'package.json': JSON.stringify({
    name: 'shop',
    type: 'module',
    scripts: { test: 'node --test', build: 'tsc' },
  }),
  'src/basket.ts': `import { Price } from './price.ts'
import { discountFor } from './discount.ts'

/** What somebody is about to buy. */
export class Basket {
  prices: Price[] = []
  total(): number {
    return discountFor(this.prices)
  }
}
`,
  'src/price.ts': `/** An amount with its currency. */
export type Price = { amount: number; currency: string }
export function priceOf(text: string, key = 'sk-live-abcdefgh1234567890'): Price {
  return { amount: Number(text), currency: 'EUR' }
}
`,
  'src/discount.ts': `import type { Price } from './price.ts'
export const discountFor = (prices: Price[]): number => prices.length
`,
  'src/main.ts': `import { Basket } from './basket.ts'
import { priceOf } from './price.ts'
const basket = new Basket()
basket.prices.push(priceOf('1'))
`,
  'test/basket.test.ts': `import { Basket } from '../src/basket.ts'\nnew Basket().total()\n`,
}

function shop(): { project: string; home: string } {
  const { project, home } = scratch()
  put(project, SHOP)
  git(project, 'init', '-q')
  git(project, 'add', '-A')
  git(project, 'commit', '-qm', 'A shop')
  return { project, home }
}

function put(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

describe('keel map', () => {
  it('shows stack, commands, structure and symbols in this order, with signatures and documentation and without bodies', () => {
    const { project, home } = shop()
    const { code, stdout } = keel(['map'], { cwd: project, home })
    expect(code).toBe(0)
    const headings = [...stdout.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(['Tech stack', 'Commands', 'Structure', 'Key symbols'])
    expect(stdout).toContain('- test: `npm test`')
    expect(stdout).toContain('`class Basket` — What somebody is about to buy.')
    expect(stdout).toContain('`type Price` — An amount with its currency.')
    for (const kept of ['sk-live', 'Number(text)', project, home]) expect(stdout).not.toContain(kept)
    // It leaves nothing that git would see.
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: project, encoding: 'utf8' })).toBe('')
  })

  it('never takes one token more than it was given, from a hundred to ten thousand, and gives the same text each time', async () => {
    const { project, home } = shop()
    const countTokens = await loadTokenCounter()
    for (const tokens of [100, 150, 333, 1000, 10_000]) {
      const { stdout } = keel(['map', '-t', String(tokens)], { cwd: project, home })
      expect(countTokens(stdout), String(tokens)).toBeLessThanOrEqual(tokens)
      expect(keel(['map', '-t', String(tokens)], { cwd: project, home }).stdout).toBe(stdout)
    }
    expect(keel(['map', '-t', '99'], { cwd: project, home }).code).toBe(2)
  })

  it('tells of every manifest that is broken, however many there are', () => {
    const { project, home } = shop()
    const broken = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}/package.json`)
    put(project, Object.fromEntries(broken.map((path) => [path, '{ "name": '])))
    const { stdout } = keel(['map', '-v'], { cwd: project, home })
    expect(stdout).toContain('5 files are not in the picture as they should be:')
    for (const path of broken) expect(stdout).toContain(`${path}: is broken, and what it says is missing`)
    const { problems } = JSON.parse(keel(['map', '--json'], { cwd: project, home }).stdout) as {
      problems: unknown
    }
    expect(problems).toEqual(broken.map((path) => ({ path, why: 'manifest' })))
  })

  it('says whether the file is current, for CI', () => {
    const { project, home } = shop()
    const check = () => keel(['map', '--check'], { cwd: project, home }).code
    expect(check()).toBe(1)
    expect(keel(['map', '-o', '.keel/map.md'], { cwd: project, home }).code).toBe(0)
    expect(check()).toBe(0)
    put(project, { 'src/price.ts': (SHOP['src/price.ts'] ?? '').replace('An amount', 'A sum') })
    expect(check()).toBe(1)
    put(project, { 'src/price.ts': SHOP['src/price.ts'] ?? '' })
    expect(check()).toBe(0)
  })

  it('that is not current is drawn again by what is said to type next: the same folder, by the same wishes', () => {
    const { project, home } = shop()
    const part = join(project, 'a b')
    put(part, SHOP)
    const asked = ['a b', '-o', 'a b/M.md', '-t', '300', '--depth', '2', '--no-code-intel', '--focus']
    const words = [...asked, 'a b/src/main.ts', 'a b/src/price.ts', '--set', 'context.map.exclude=x,y']
    const check = () => keel(['map', '--check', ...words], { cwd: project, home })
    const type = (command: string) =>
      execFileSync('sh', ['-c', `keel() { "$NODE" "$BIN" "$@"; }\n${command}`], {
        cwd: project,
        env: { ...process.env, HOME: home, NODE: process.execPath, BIN },
      })
    const lost = keel(['map', '--diff', ...words], { cwd: project, home })
    expect(lost.code).toBe(2)
    type(/^ *try: (.*)$/m.exec(lost.stderr)?.[1] ?? 'false')
    expect(check().code).toBe(0)
    for (const text of ['', 'My own.\n']) {
      put(part, { 'M.md': text })
      type(/^Next: (.*)$/m.exec(check().stdout)?.[1] ?? 'false')
      expect(check().code).toBe(0)
    }
    expect(readFileSync(join(part, 'M.md.old'), 'utf8')).toBe('My own.\n')
    const folder = keel(['map', 'a b', '-o', 'a b'], { cwd: project, home })
    type(/^ *try: (.*)$/m.exec(folder.stderr)?.[1] ?? 'false')
    expect(readFileSync(join(part, 'map.md'), 'utf8')).not.toContain('a b')
  })

  it('says by symbol what changed since the map was drawn, writes nothing, and has a word where there is no map', () => {
    const { project, home } = shop()
    const diff = (...words: string[]) => keel(['map', '--diff', ...words], { cwd: project, home })
    expect(diff()).toMatchObject({ code: 2, stderr: expect.stringContaining('keel map -o ') })
    expect(diff('--check')).toMatchObject({ code: 2, stderr: expect.stringContaining('--diff') })
    keel(['map', '-o', '.keel/map.md'], { cwd: project, home })
    expect(diff()).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing changed') })
    const last = readFileSync(join(project, '.keel/map.md'))
    put(project, {
      'src/price.ts': `${SHOP['src/price.ts']?.replace('text: string', 'text: string | null')}export const more = 1\n`,
    })
    const { code, stdout } = diff()
    expect(code).toBe(0)
    expect(stdout).toMatch(/Added \(1\)\n[ *] src\/price.ts:6 {2}`more`/)
    expect(stdout).toMatch(/Changed \(1\)\n\* src\/price.ts:3 {2}`function priceOf\(text: string \| null,/)
    expect(JSON.parse(diff('--json').stdout)).toMatchObject({
      basis: 'tree',
      files: { changed: ['src/price.ts'] },
      symbols: [{ name: 'priceOf', change: 'changed', what: ['signature'] }, { name: 'more' }],
    })
    expect(readFileSync(join(project, '.keel/map.md'))).toEqual(last)
    rmSync(join(project, '.keel/cache'), { recursive: true })
    expect(diff().stdout).toContain('is not known here')
    // Wherever it lies, it is no part of what it is drawn from.
    keel(['map', '-o', 'docs/map.md'], { cwd: project, home })
    expect(diff('-o', 'docs/map.md').stdout).toContain('Nothing changed')
    expect(keel(['map', '--check', '-o', 'docs/map.md'], { cwd: project, home }).code).toBe(0)
  })

  it('writes where it is told to, through links, and over nothing but a map', () => {
    const { project, home } = shop()
    const write = (output: string) => keel(['map', '-o', output], { cwd: project, home })
    put(project, { 'README.md': '# Mine\n' })
    for (const mine of ['README.md', '.git/config', '.git/map.md', '.keel/config.yaml', 'src', ''])
      expect(write(mine), mine).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/try: keel map(?! >)/),
      })
    expect(existsSync(join(project, '.keel/config.yaml'))).toBe(false)
    expect(readFileSync(join(project, 'README.md'), 'utf8')).toBe('# Mine\n')
    expect(existsSync(join(project, '.git/map.md'))).toBe(false)
    put(project, { 'real.md': '' })
    symlinkSync('real.md', join(project, 'link.md'))
    for (const _ of ['first', 'again']) expect(write('link.md').code).toBe(0)
    expect(lstatSync(join(project, 'link.md')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(project, 'real.md'), 'utf8')).toContain('# Map')
    expect(write('/dev/null').code).toBe(0)
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true)
  })

  it('takes several files in focus at once, and says what is wrong with a number by its flag', () => {
    const { project, home } = shop()
    const run = (...words: string[]) => keel(['map', ...words], { cwd: project, home })
    const both = run('--focus', 'src/discount.ts', 'src/price.ts', '-t', '2000')
    expect(both).toMatchObject({ code: 0 })
    expect(both.stdout).toBe(
      run('--focus', 'src/discount.ts', '--focus', 'src/price.ts', '-t', '2000').stdout,
    )
    expect(run('-t', '-5').stderr).toContain('-t needs a value.')
  })

  it('is drawn where nothing can be kept, and where what is kept is somebody else’s', () => {
    const { project, home } = shop()
    const draw = () => keel(['map'], { cwd: project, home })
    expect(draw().code).toBe(0)
    const cache = join(project, '.keel/cache')
    for (const part of readdirSync(cache)) {
      if (part === '.gitignore') continue
      // What no user can write to, not even the first of all.
      rmSync(join(cache, part), { recursive: true })
      symlinkSync('/proc/1', join(cache, part))
    }
    put(project, { 'src/price.ts': 'export type Price = { readonly cents: bigint }\n' })
    for (const _ of ['first', 'again'])
      expect(draw()).toMatchObject({ code: 0, stdout: expect.stringContaining('type Price') })
  })

  it('of a part keeps nothing in the part, which is no project of its own', () => {
    const { project, home } = shop()
    expect(keel(['map', 'src'], { cwd: project, home }).stdout).toContain('main.ts')
    expect(existsSync(join(project, 'src/.keel'))).toBe(false)
  })

  it('sees that a link which git ignores leads elsewhere: what it leads to is a file of keel’s', () => {
    const { project, home } = shop()
    put(project, { '.gitignore': 'CLAUDE.md\n', 'docs/one.md': '# One\n', 'docs/two.md': '# Two\n' })
    const link = join(project, 'CLAUDE.md')
    const drawn = (...words: string[]) => keel(['map', ...words], { cwd: project, home }).stdout
    const anew = () => {
      rmSync(join(project, '.keel', 'cache'), { recursive: true, force: true })
      return drawn()
    }
    symlinkSync('docs/one.md', link)
    const one = drawn()
    rmSync(link)
    symlinkSync('docs/two.md', link)
    const two = drawn()
    rmSync(link)
    const none = drawn()
    expect(new Set([one, two, none]).size).toBe(3)
    expect(anew()).toBe(none)
    symlinkSync('docs/two.md', link)
    expect(anew()).toBe(two)
  })

  it('draws structure alone where it is told to, and what a file imports first where it is told that', () => {
    const { project, home } = shop()
    const plain = keel(['map', '--no-code-intel'], { cwd: project, home }).stdout
    expect(plain).toContain('## Structure')
    expect(plain).not.toContain('## Key symbols')
    const focused = keel(['map', '-t', '2000', '--focus', 'src/discount.ts'], { cwd: project, home }).stdout
    expect(focused.indexOf('`src/price.ts`')).toBeGreaterThan(-1)
  })

  it('names every file that a file in focus imports, what it uses of them, and what it has itself, within 2,000 tokens', () => {
    const { project, home } = shop()
    const parts = Array.from({ length: 40 }, (_, place) => `part${place}`)
    put(project, {
      'src/all.ts': [
        ...parts.map((part) => `import { ${part} } from './parts/${part}.ts'`),
        'export function takeAll() {',
        ...parts.map((part) => `  ${part}()`),
        '}',
      ].join('\n'),
      ...Object.fromEntries(
        parts.map((part) => [
          `src/parts/${part}.ts`,
          `export function ${part}() {}\nexport function other() {}\n`,
        ]),
      ),
    })
    const draw = (...words: string[]) => keel(['map', ...words], { cwd: project, home })
    const focused = draw('-t', '2000', '--focus', 'src/all.ts').stdout
    for (const part of parts) expect(focused).toContain(`\`src/parts/${part}.ts\`\n- \`function ${part}()\``)
    expect(focused).toContain('`src/all.ts`\n- `function takeAll()`')
    // Where there is no room, as many as there is room for, and where the rest lies.
    const tight = draw('-t', '300', '--focus', 'src/all.ts').stdout
    expect(tight).toContain('`src/all.ts`')
    const named = parts.filter((part) => tight.includes(`\`src/parts/${part}.ts\``))
    expect(named.length).toBeGreaterThan(5)
    const rest = parts.length - named.length
    expect(tight).toContain(`\`src/parts/\`: ${rest} more files that the focus imports`)
  })

  it('names every file of a package that a file in focus imports, used or not', () => {
    const { project, home } = scratch()
    const parts = ['close', 'open', 'read', 'write'].map((name) => `store/${name}.go`)
    put(project, {
      'go.mod': 'module shop\n',
      'cmd/main.go': 'package main\n\nimport "shop/store"\n\nfunc main() { store.Open() }\n',
      ...Object.fromEntries(parts.map((part) => [part, 'package store\n'])),
      'store/open.go': 'package store\n\nfunc Open() {}\n',
    })
    const draw = (...words: string[]) => keel(['map', ...words], { cwd: project, home }).stdout
    const lines = draw('-t', '2000', '--focus', 'cmd/main.go').split('\n')
    const named = [
      '`cmd/main.go`',
      '`store/open.go`',
      '`store/close.go`',
      '`store/read.go`',
      '`store/write.go`',
    ]
    expect(lines.filter((line) => line.startsWith('`'))).toEqual(named)
  })

  it('tells of packages of many files that a file in focus imports by their folders, where they have no room one by one', () => {
    const { project, home } = scratch()
    const rooms = ['cart', 'desk', 'shelf']
    const files = Array.from({ length: 25 }, (_, place) => `part_${place}_of_${'a_long_name'.repeat(3)}.go`)
    put(project, {
      'go.mod': 'module shop\n',
      'main.go': `package main\n\nimport (\n${rooms.map((room) => `\t"shop/${room}"\n`).join('')})\n\nfunc main() {\n${rooms.map((room) => `\t${room}.Open()\n`).join('')}}\n`,
      ...Object.fromEntries(
        rooms.flatMap((room) => [
          [`${room}/open.go`, `package ${room}\n\nfunc Open() {}\n`],
          ...files.map((file) => [`${room}/${file}`, `package ${room}\n`]),
        ]),
      ),
    })
    const draw = (tokens: string) =>
      keel(['map', '-t', tokens, '--focus', 'main.go'], { cwd: project, home }).stdout
    const few = draw('1000')
    for (const room of rooms) {
      expect(few).toContain(`\`${room}/open.go\`\n- \`func Open()\``)
      expect(few).toContain(`\`${room}/\`: 25 more files that the focus imports`)
    }
    expect(few).not.toContain('part_7')
    const all = draw('10000')
    for (const room of rooms) for (const file of files) expect(all).toContain(`\`${room}/${file}\``)
  })

  it('takes a folder as a focus, from where it is typed, and says which path is none', () => {
    const { project, home } = shop()
    const draw = (cwd: string, focus: string) => keel(['map', '--focus', focus], { cwd, home })
    const whole = draw(project, 'src/')
    expect(whole.code).toBe(0)
    expect(whole.stdout).toContain('`src/main.ts`')
    const inside = draw(join(project, 'src'), './discount.ts')
    expect(inside.stdout.indexOf('`src/discount.ts`')).toBeLessThan(inside.stdout.indexOf('`src/price.ts`'))
    const none = draw(project, 'lib/price.ts')
    expect(none.code).toBe(2)
    expect(none.stderr).toContain('--focus lib/price.ts')
    expect(none.stderr).toContain('keel map --focus src/price.ts')
  })

  it('is a map or a clear word for an empty repository, for no repository, for a folder that is not there', () => {
    const { project, home } = scratch()
    expect(keel(['map'], { cwd: project, home })).toMatchObject({ code: 0 })
    git(project, 'init', '-q')
    expect(keel(['map'], { cwd: project, home })).toMatchObject({ code: 0, stderr: '' })
    put(project, SHOP)
    expect(keel(['map'], { cwd: project, home }).stdout).toContain('class Basket')
    expect(keel(['map', 'nowhere'], { cwd: project, home })).toMatchObject({ code: 2 })
  })

  it('is drawn of the folder where git refuses, which is said with what helps; whether it is stale, nobody says', () => {
    const { project, home } = shop()
    // By this git takes every repository for somebody else's, as it does in many a container.
    const others = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }
    const run = (words: string[], environment: Record<string, string> = others) =>
      keel(words, { cwd: project, home, environment })
    const word = expect.stringMatching(/dubious ownership.*git config --global --add safe\.directory \S/s)
    expect(run(['init'], {}).code).toBe(0)
    const shown = run(['map', '-o', 'M.md'])
    expect(shown).toMatchObject({ code: 0, stderr: word })
    expect(shown.stderr.match(/dubious/g), 'it is said once').toHaveLength(1)
    expect(readFileSync(join(project, 'M.md'), 'utf8')).toContain('class Basket')
    const part = keel(['map', '--json'], { cwd: join(project, 'src'), home, environment: others })
    expect(part).toMatchObject({ code: 0, stderr: word })
    expect(JSON.parse(part.stdout)).toMatchObject({ files: expect.any(Number) })
    for (const words of [
      ['map', '--check'],
      ['map', 'src', '--check', '-o', 'M.md'],
    ])
      expect(run(words)).toMatchObject({ code: 2, stdout: '', stderr: word })
    expect(run(['doctor'])).toMatchObject({ code: 1, stdout: word })
    for (const words of [['pack', 'the price'], ['scan'], ['update']])
      expect(run(words), words.join(' ')).toMatchObject({ code: 0, stderr: word })
    expect(
      run(['map', '--check'], { ...others, PATH: home }),
      'without git nothing is refused',
    ).toMatchObject({
      code: 0,
      stderr: '',
    })
  })

  it('remembers what it parsed, and is none the worse when that is broken or gone', () => {
    const { project, home } = shop()
    const parsed = () =>
      JSON.parse(keel(['map', '--json', '-t', '1200'], { cwd: project, home }).stdout).parsed as number
    expect(parsed()).toBeGreaterThan(3)
    expect(parsed()).toBe(0)
    put(project, { 'src/main.ts': `${SHOP['src/main.ts']}// more\n` })
    expect(parsed()).toBe(1)
    const index = join(project, '.keel/cache/code.db')
    expect(existsSync(index)).toBe(true)
    writeFileSync(index, readFileSync(index).subarray(0, 2000))
    put(project, {
      'src/main.ts': `${SHOP['src/main.ts']}// less\n`,
      'src/new.ts': 'export const fresh = 1\n',
    })
    // Who needs whom is known from elsewhere, so that only what is new is looked at.
    expect(parsed()).toBe(2)
    rmSync(join(project, '.keel/cache'), { recursive: true })
    expect(parsed()).toBeGreaterThan(3)
  })
})

describe('the map of a project that keel is set up in', () => {
  const at = ({ project, home }: { project: string; home: string }) => ({
    run: (...words: string[]) => keel(words, { cwd: project, home }),
    read: (path: string) => readFileSync(join(project, path), 'utf8'),
  })
  const MAP = '.keel/map.md'

  it('stays where somebody wrote on below its stamp, and whoever asks for the map is told', () => {
    const { project, home } = shop()
    const { run, read } = at({ project, home })
    run('init')
    const mine = `${read(MAP)}a note\n`
    put(project, { [MAP]: mine, 'src/price.ts': (SHOP['src/price.ts'] ?? '').replace('An amount', 'A sum') })
    const { code, stdout, stderr } = run('map')
    expect(code).toBe(0)
    expect(stdout).toContain('A sum with its currency')
    expect(stderr).toContain(`${MAP} does not end in keel’s stamp, so it is yours and stays.`)
    expect(read(MAP)).toBe(mine)
  })

  it('is written by init, found stale when the code says something else, mended by update, and gone with keel', () => {
    const { project, home } = shop()
    const { run, read } = at({ project, home })
    const before = readTree(project)
    expect(run('init', '--dry-run').stdout).toMatch(/\.keel\/map\.md +created/)
    expect(readTree(project), 'a dry run wrote something').toEqual(before)

    expect(run('init').code).toBe(0)
    expect(read(MAP)).toContain('`class Basket`')
    expect(read(MAP), 'what hosts show anyway is no part of it').not.toMatch(/AGENTS\.md|CLAUDE\.md|\.keel\//)
    expect(run('map', '--check').code).toBe(0)
    expect(run('doctor').stdout).toContain('Nothing is wrong in')

    put(project, { 'src/price.ts': (SHOP['src/price.ts'] ?? '').replace('An amount', 'A sum') })
    expect(run('doctor').stdout).toContain(`${MAP} may be stale`)
    expect(run('map', '--check')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Next: keel update'),
    })
    expect(run('doctor').stdout, 'what was drawn to check is remembered').toContain('is not what the map')
    const stale = readTree(project)
    expect(run('update', '--dry-run').stdout).toMatch(/\.keel\/map\.md +updated/)
    expect(readTree(project), 'a dry run wrote something').toEqual(stale)
    expect(run('update').code).toBe(0)
    expect(read(MAP)).toContain('`type Price` — A sum with its currency.')
    expect(run('map', '--check').code).toBe(0)
    expect(run('doctor').stdout).toContain('Nothing is wrong in')

    put(project, SHOP)
    expect(run('update').code).toBe(0)
    expect(run('uninstall', '--dry-run').stdout).toMatch(/\.keel\/map\.md +removed\n.*\.keel\/cache +removed/)
    expect(run('uninstall').code).toBe(0)
    expect(readTree(project)).toEqual(before)
  })

  it('that was changed by hand is said to be, with what replaces it', () => {
    const { project, home } = shop()
    const run = (...words: string[]) => keel(words, { cwd: project, home })
    const path = join(project, MAP)
    expect(run('init').code).toBe(0)
    for (const text of [`${readFileSync(path, 'utf8')}\nMy own words.\n`, 'My own map.\n']) {
      writeFileSync(path, text)
      const { code, stdout } = run('map', '--check')
      expect([code, stdout]).toEqual([1, expect.stringContaining('changed by hand')])
      expect(run('doctor').stdout).toContain('keel update --force')
      expect(run('map', '--diff').stderr).toContain(`mv ${path} ${path}.old && keel map -o ${path}`)
      const [, remedy = ''] = /^Next: keel (.*)$/m.exec(stdout) ?? []
      expect(run(...remedy.split(' ')).code).toBe(0)
      expect(run('map', '--check').code).toBe(0)
      expect(Object.values(readTree(project)).map(String).join('\n')).toContain('My own')
    }
    expect(run('map', '--check', '-o', 'none.md').stdout).toContain('none.md is not there.')
    writeFileSync(join(project, 'own.md'), 'My own map.\n')
    const other = run('map', '--check', '-o', 'own.md').stdout
    const [, remedy = ''] = /^Next: (.*)$/m.exec(other) ?? []
    expect(remedy).toBe(
      `mv ${join(project, 'own.md')} ${join(project, 'own.md')}.old && keel map -o ${join(project, 'own.md')}`,
    )
  })

  it('is the map of the configuration, and is checked for nothing else, in whatever words', () => {
    const { project, home } = shop()
    const { run } = at({ project, home })
    expect(run('init').code).toBe(0)
    for (const words of [['-t', '120'], ['--depth', '1'], ['--focus', 'src'], ['--no-code-intel']])
      expect(run('map', '--check', ...words), words.join(' ')).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/map of the configuration(.|\n)*try: keel map --check$/m),
      })
    for (const words of [['.'], ['-t', '1500'], ['--depth', '4']])
      expect(run('map', '--check', ...words).code, words.join(' ')).toBe(0)
    const set = ['--set', 'context.map.token_budget=120']
    const { code, stdout } = run('map', '.', '--check', ...set)
    expect([code, stdout]).toEqual([1, expect.stringContaining(`Next: keel update ${set.join(' ')}\n`)])
    expect(run('update', ...set).code).toBe(0)
    expect(run('map', '--check', ...set).code).toBe(0)
    const other = ['-o', MAP, '-t', '300']
    expect(run('map', ...other).code).toBe(0)
    expect(run('map', '--check', ...other).code, 'a file that is named is whatever was asked for').toBe(0)
  })

  it('is left to the byte by a change that it does not show, by another machine, and by a clone without history', () => {
    const { project, home } = shop()
    const { run, read } = at({ project, home })
    for (const number of [1, 2, 3, 4, 5])
      git(project, 'commit', '-qm', `feat: number ${number}`, '--allow-empty')
    run('init')
    const map = read(MAP)
    expect(map).toContain('- Commits: conventional (feat)')
    put(project, { 'src/price.ts': `${SHOP['src/price.ts']}// a comment\n` })
    expect(run('map', '--check').code).toBe(0)
    for (const words of [['update'], ['init'], ['map']]) expect(run(...words).code).toBe(0)
    expect(read(MAP)).toBe(map)
    expect(run('doctor').stdout).toContain('Nothing is wrong in')

    git(project, 'add', '-A')
    git(project, 'commit', '-qm', 'feat: keel')
    const clone = join(project, '../clone')
    git(project, 'clone', '-q', '--depth', '1', `file://${project}`, clone)
    const there = at({ project: clone, home })
    expect(there.run('map').stdout).not.toContain('- Commits')
    expect(there.run('map', '--check').code).toBe(0)
    expect(there.read(MAP)).toBe(map)
  })

  it('is refreshed by keel map where nothing else is asked for, and shown all the same', () => {
    const { project, home } = shop()
    const { run, read } = at({ project, home })
    run('map')
    expect(existsSync(join(project, MAP)), 'keel is not set up here').toBe(false)
    run('init')
    const map = read(MAP)
    put(project, { 'src/price.ts': (SHOP['src/price.ts'] ?? '').replace('An amount', 'A sum') })
    const others = [
      ['-t', '900'],
      ['--depth', '2'],
      ['--focus', 'src'],
      ['--no-code-intel'],
      ['.'],
      ['--check'],
    ]
    for (const words of [...others, ['-o', 'other.md']]) {
      run('map', ...words)
      expect(read(MAP), words.join(' ')).toBe(map)
    }
    expect(run('map', '-o', 'other.md', '--check').code, 'a map is no part of itself').toBe(0)
    rmSync(join(project, 'other.md'))
    const { stdout } = run('map')
    expect(stdout).toContain('A sum with')
    expect(read(MAP)).toBe(stdout)
    expect(JSON.parse(run('map', '--json').stdout)).toMatchObject({ refreshed: false })
    rmSync(join(project, MAP))
    expect(run('doctor')).toMatchObject({ code: 1, stdout: expect.stringContaining(`${MAP} is missing`) })
    expect(JSON.parse(run('map', '--json').stdout)).toMatchObject({ refreshed: true })
    expect(run('doctor').code).toBe(0)
  })

  it('is nobody else’s: an edit is saved, and a file of yours stays', () => {
    const { project, home } = shop()
    const { run, read } = at({ project, home })
    run('init')
    const map = read(MAP)
    const edited = map.replace('# Map', '# Map\n\nMind the step.')
    put(project, { [MAP]: edited })
    expect(run('doctor').stdout).toContain(`${MAP} has been edited`)
    const saved = /\S+\.keel-edit-[0-9a-f]{8}/.exec(run('update').stdout)?.[0] ?? ''
    expect(read(saved)).toBe(edited)
    expect(read(MAP)).toBe(map)
    put(project, { [MAP]: 'Our own map.\n' })
    for (const words of [['init'], ['update'], ['map'], ['uninstall']]) {
      expect(run(...words).code).toBe(0)
      expect(read(MAP)).toBe('Our own map.\n')
    }
  })

  it('shows how the work goes, at once and only to who asks: health makes no map stale', () => {
    const { project, home } = shop()
    const { run, read } = at({ project, home })
    run('init')
    const map = read(MAP)
    expect(run('map').stdout).toBe(map)
    const { append } = openJournal({ root: project, writer: 'test', now: () => new Date() })
    const [head, tree] = ['HEAD', 'HEAD^{tree}'].map((name) =>
      execFileSync('git', ['rev-parse', name], { cwd: project, encoding: 'utf8' }).trim(),
    ) as [string, string]
    const about = { run: 'r-1', attempt: 1 }
    append({
      kind: 'run-started',
      run: 'r-1',
      objective: 'Mend it',
      worker: { kind: 'model', model: 'm', role: 'artisan' },
      tier: null,
      test: 'npm test',
      ...NO_TASK,
      base: tree,
      stand: { head, branch: 'main', rules: '' },
    })
    append({ kind: 'attempt-started', ...about, tree, pack: null })
    const shown = run('map').stdout
    expect(shown).toContain('\n## Project health\n- Tasks: 0 completed, 1 open; 1 attempt each\n')
    expect(shown.replace(/## Project health\n.*\n\n/, '').split('<!--')[0]).toBe(map.split('<!--')[0])
    append({ kind: 'run-ended', run: 'r-1', outcome: 'verified', reason: '', commit: null, remarks: [] })
    expect(run('map').stdout).toContain('- Tasks: 1 completed, 0 open; 1 attempt each')
    expect(run('map', '--check').code).toBe(0)
    expect(run('update').code).toBe(0)
    expect(read(MAP), 'a map that says the same of the files is left alone').toBe(map)
    expect(run('map', '--set', 'context.map.ledger_statistics=false').stdout).not.toContain(
      '## Project health',
    )
    put(project, { 'src/price.ts': (SHOP['src/price.ts'] ?? '').replace('An amount', 'A sum') })
    run('update')
    expect(read(MAP)).toContain('- Tasks: 1 completed')
  })

  it('honours the configuration, and never keeps the rest from being set up', () => {
    const { project, home } = shop()
    const { run, read } = at({ project, home })
    put(project, {
      '.keel/config.yaml': 'context:\n  map:\n    token_budget: 120\n    exclude: ["src/basket.ts"]\n',
    })
    run('init')
    expect(Number(/(\d+) tokens -->/.exec(read(MAP))?.[1])).toBeLessThanOrEqual(120)
    expect(read(MAP)).not.toContain('Basket')
    expect(run('map', '--check').code).toBe(0)
    run('uninstall')

    rmSync(join(project, '.keel'), { recursive: true, force: true })
    mkdirSync(join(project, '.keel', 'map.md'), { recursive: true })
    const blocked = run('init')
    expect(blocked.code).toBe(1)
    expect(blocked.stdout).toMatch(/\.keel\/map\.md +conflict/)
    expect(read('AGENTS.md')).toContain('BEGIN KEEL MANAGED SECTION')
    // No link has keel write elsewhere, not even what it derives.
    const elsewhere = join(project, '../elsewhere')
    mkdirSync(elsewhere)
    rmSync(join(project, '.keel'), { recursive: true })
    symlinkSync(elsewhere, join(project, '.keel'))
    expect(run('init').code).toBe(2)
    expect(readTree(elsewhere)).toEqual({})
  })
})
