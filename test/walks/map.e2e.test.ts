import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadTokenCounter } from '#kit/tokens.ts'
import { keel, scratch } from '../contracts/program.ts'

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

  it('says whether the file is current, for CI', () => {
    const { project, home } = shop()
    const check = () => keel(['map', '--check'], { cwd: project, home }).code
    expect(check()).toBe(1)
    expect(keel(['map', '-o', '.keel/map.md'], { cwd: project, home }).code).toBe(0)
    expect(check()).toBe(0)
    put(project, { 'src/price.ts': `${SHOP['src/price.ts']}export const more = 1\n` })
    expect(check()).toBe(1)
    put(project, { 'src/price.ts': SHOP['src/price.ts'] ?? '' })
    expect(check()).toBe(0)
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
    // Where there is no room, as many as there is room for, and a word about the rest.
    const tight = draw('-t', '300', '--focus', 'src/all.ts').stdout
    expect(tight).toContain('`src/all.ts`')
    const named = parts.filter((part) => tight.includes(`\`src/parts/${part}.ts\``))
    expect(named.length).toBeGreaterThan(5)
    expect(tight).toContain(`… and ${parts.length - named.length} more that the focus imports`)
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
    put(project, { 'src/main.ts': `${SHOP['src/main.ts']}// less\n` })
    expect(parsed()).toBeGreaterThan(3)
  })
})
