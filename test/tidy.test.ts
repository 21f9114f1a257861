/** The house rules that no linter knows. Each failure says what to do instead. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { configKeys } from '#config/schema.ts'
import { detectSection } from '#context/sections/section.ts'
import { hosts } from '#hosts/registry.ts'
import { verbNames } from '#verbs/all.ts'
import { doorNames } from '#verbs/door-names.ts'
import { answersPage } from '../scripts/answers.mjs'
import { referencePages } from '../scripts/reference.ts'
import { keel, scratch } from './contracts/program.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const filesIn = (folder: string, pattern: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
const sources = filesIn('src', /(?<!\.test|\.d)\.ts$/)
const lineCount = (path: string) => read(path).split('\n').length

describe('tidy', () => {
  it('names say what a thing is, never that it helps', () => {
    const vague = /(manager|service|helper|util|common|misc|shared|base|handler)s?\b/i
    expect(sources.filter((path) => vague.test(path))).toEqual([])
  })

  it('a file is named for the thing it exports', () => {
    const kebab = (name: string) =>
      name.replaceAll(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`).replace(/^-/, '')
    const programs = ['bin', 'main', 'parse-worker', 'word-worker']
    const free = new Set([...programs, 'index', 'wiring', 'all', 'contract', 'registry', 'files', 'yaml.d'])
    const strays = sources.filter((path) => {
      const stem = basename(path, '.ts')
      if (free.has(stem)) return false
      const names = [
        ...read(path).matchAll(/^export (?:async )?(?:function\*?|const|type|class) (\w+)/gm),
      ].map((match) => kebab(match[1] ?? ''))
      const isNamed = names.some((name) =>
        stem.split('-').every((part) => name.includes(part.replace(/s$/, ''))),
      )
      return !isNamed && !names.some((name) => name.includes(basename(dirname(path))))
    })
    expect(strays).toEqual([])
  })

  it('files are short enough to read in one sitting, and half of them in one breath', () => {
    expect(sources.filter((path) => lineCount(path) > 300)).toEqual([])
    const sizes = sources.map(lineCount).sort((one, other) => one - other)
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(90)
  })

  it('three parameters or more are one object, and none is a mere yes or no', () => {
    const wide = sources
      .filter((path) => !wideStill.has(path))
      .flatMap((path) =>
        functionsIn(path)
          .filter(({ parameters }) => parameters.length > 2 || parameters.some(isYesOrNo))
          .map((found) => `${path}: ${found.getText().split('\n', 1)[0]}`),
      )
    expect(wide).toEqual([])
  })

  it('a host’s name appears only in its own folder, in the three lists of hosts, and in examples', () => {
    const lists = ['registry', 'hook-dialects', 'hook-installs'].map((name) => `src/hosts/${name}.ts`)
    const leaks = sources.flatMap((path) => {
      if (/^src\/hosts\/[^/]+\//.test(path) || lists.includes(path)) return []
      const named = Object.keys(hosts).filter((name) =>
        new RegExp(`['"\`]${name}['"\`]|--host ${name}\\b`).test(withoutExamples(read(path))),
      )
      return named.map((name) => `${path}: ${name}`)
    })
    expect(leaks).toEqual([])
  })

  it('every `keel …` command that a text of ours tells someone to type exists', () => {
    const texts = [
      ...filesIn('templates', /\.(md|yaml)$/),
      ...sources,
      'README.md',
      'CONTRIBUTING.md',
      'ARCHITECTURE.md',
    ]
    const known = new Set<string>([
      ...verbNames.map((name) => name.split(' ')[0] ?? ''),
      ...doorNames,
      'help',
    ])
    const told = texts.flatMap((path) =>
      [...read(path).matchAll(/`keel ([a-z][a-z-]*)/g)].map((match) => ({ path, verb: match[1] ?? '' })),
    )
    expect(told.length).toBeGreaterThan(10)
    expect(told.filter(({ verb }) => !known.has(verb))).toEqual([])
  })

  it('the sections are a page of facts without imports or code fences, under two kilobytes', () => {
    for (const path of filesIn('templates/sections', /\.md$/)) {
      const text = read(path)
      expect(Buffer.byteLength(text), path).toBeLessThan(2048)
      expect(text, path).not.toMatch(/^\s*(```|~~~)/m)
    }
    expect(read('templates/sections/agents.md')).not.toMatch(/(^|\s)@\S/)
    expect(
      Buffer.byteLength(read('templates/sections/agents.md') + read('templates/sections/claude-code.md')),
    ).toBeLessThan(2048)
  })

  it('the configuration stays small enough to know by heart', () => {
    expect(configKeys.length).toBeLessThanOrEqual(25)
  })

  it('the generated reference is what the code would write today', () => {
    const pages = { ...referencePages(), 'answers.md': answersPage() }
    for (const [name, page] of Object.entries(pages)) {
      expect(read(`docs/reference/${name}`), `run \`npm run reference\` to refresh ${name}`).toBe(page)
    }
  })

  it('this repository uses keel on itself, and is up to date with it', () => {
    const { home } = scratch()
    expect(detectSection({ root, path: 'AGENTS.md' })).toMatchObject({ kind: 'present', edited: false })
    const words = ['update', '--dry-run', '--json', '--set', 'context.map.code_intelligence=false']
    const { files } = JSON.parse(keel(words, { cwd: root, home }).stdout)
    // The map grows stale with every change of the code. It has to be there, and not to be edited by hand.
    const map = { path: '.keel/map.md', outcome: 'updated', notes: [] }
    const others = files.filter(({ outcome }: { outcome: string }) => outcome !== 'unchanged')
    expect(others).toMatchObject(others.length === 1 ? [map] : [])
  })

  it('the shipped run loop is about forty lines and names its signals', () => {
    const runloop = read('templates/runloop.md')
    expect(runloop.split('\n').length).toBeLessThanOrEqual(50)
    for (const signal of ['<stuck>', '<promise>COMPLETE</promise>']) expect(runloop).toContain(signal)
  })
})

const wideStill = new Set([
  'src/guard/disk/archive-names.ts',
  'src/guard/path-meets.ts',
  'src/guard/shell/expand-parameter.ts',
  // Called for every pair of bytes of a word: with an object, or a closure for each word, counting took 0 to 5 percent longer.
  'src/kit/tokens.ts',
])

/** Functions and their types, but for those handed to a call: whoever calls them decides what they are given. */
function functionsIn(path: string): ts.SignatureDeclaration[] {
  const found: ts.SignatureDeclaration[] = []
  const visit = (node: ts.Node): void => {
    const isHandedOver = ts.isCallExpression(node.parent) && node.parent.expression !== node
    if (ts.isFunctionLike(node) && !isHandedOver) found.push(node)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true), visit)
  return found
}

function isYesOrNo({ type, initializer }: ts.ParameterDeclaration): boolean {
  return type?.kind === ts.SyntaxKind.BooleanKeyword || /^(true|false)$/.test(initializer?.getText() ?? '')
}

/** Examples show what to type, and a name is typed there. */
function withoutExamples(source: string): string {
  return source.replaceAll(/command:\s+'.*'/g, '')
}
