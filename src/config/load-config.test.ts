import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keel, scratch } from '../../test/contracts/program.ts'
import { type ConfigOutcome, loadConfig, projectConfigFile, userConfigFile } from './load-config.ts'
import { configKeys } from './schema.ts'

type Layers = { project?: string; user?: string; environment?: Record<string, string>; flags?: string[] }

function load({ project, user, environment = {}, flags = [] }: Layers): ConfigOutcome {
  const { home, project: root } = scratch()
  const place = { cwd: root, root, home, environment }
  write(projectConfigFile(place), project)
  write(userConfigFile(place), user)
  return loadConfig(place, flags)
}

function write(path: string, text: string | undefined): void {
  if (text === undefined) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function valueAt(outcome: ConfigOutcome, key: string): { value: unknown; source: string } {
  if (outcome.kind === 'invalid') throw new Error(JSON.stringify(outcome.problems))
  const origin = outcome.origins.find((entry) => entry.key === key)
  return { value: origin?.value, source: origin?.source.kind ?? '' }
}

const problemsOf = (outcome: ConfigOutcome) =>
  outcome.kind === 'valid'
    ? []
    : outcome.problems.map(({ where, key }) => `${where.replace(/^.*\.keel\//, '')} ${key}`)

describe('the configuration', () => {
  it('has the documented defaults', () => {
    const outcome = load({})
    expect(outcome.kind === 'valid' && outcome.config).toEqual({
      context: {
        map: { token_budget: 1500, depth: 4, code_intelligence: true, ledger_statistics: true, exclude: [] },
        pack: {
          enabled: true,
          token_budget: 100_000,
          ast_weight: 0.6,
          semantic_weight: 0.4,
          min_relevance: 0.2,
          summary_max_tokens: 4000,
          strategy: 'relevance',
          domains: {},
          roles: {},
        },
        scan: { interval: 300, mode: 'incremental' },
        knowledge: { store: 'sqlite', url: '', index: '', embedder: 'none' },
      },
      loop: { test: '', checks: {}, tasks: { source: 'files', accept_label: 'keel:accepted' } },
    })
  })

  it.each([
    ['CONTEXT_PACKAGE_ENABLED', 'false', 'context.pack.enabled', false],
    ['CONTEXT_PACKAGE_TOKEN_BUDGET', '5000', 'context.pack.token_budget', 5000],
    ['CONTEXT_PACKAGE_AST_WEIGHT', '0.7', 'context.pack.ast_weight', 0.7],
    ['CONTEXT_PACKAGE_SEMANTIC_WEIGHT', '0.3', 'context.pack.semantic_weight', 0.3],
    ['CONTEXT_PACKAGE_MIN_RELEVANCE', '0', 'context.pack.min_relevance', 0],
    ['CONTEXT_PACKAGE_SUMMARY_MAX_TOKENS', '800', 'context.pack.summary_max_tokens', 800],
    ['REPO_SCAN_INTERVAL', '60', 'context.scan.interval', 60],
    ['REPO_SCAN_MODE', 'full', 'context.scan.mode', 'full'],
    ['KNOWLEDGE_STORE', 'opensearch', 'context.knowledge.store', 'opensearch'],
    ['KNOWLEDGE_EMBEDDER', 'openai/x', 'context.knowledge.embedder', 'openai/x'],
  ])('honours %s', (variable, text, key, value) => {
    expect(valueAt(load({ environment: { [variable]: text } }), key)).toEqual({
      value,
      source: 'environment',
    })
  })

  it('takes each value from the strongest layer that sets it', () => {
    const yaml = (budget: number) => `context:\n  pack:\n    token_budget: ${budget}\n`
    const key = 'context.pack.token_budget'
    const all = {
      user: yaml(1001),
      project: yaml(1002),
      environment: { CONTEXT_PACKAGE_TOKEN_BUDGET: '1003' },
      flags: [`${key}=1004`],
    }
    expect(valueAt(load(all), key)).toEqual({ value: 1004, source: 'flag' })
    expect(valueAt(load({ ...all, flags: [] }), key)).toEqual({ value: 1003, source: 'environment' })
    expect(valueAt(load({ ...all, flags: [], environment: {} }), key)).toEqual({
      value: 1002,
      source: 'project',
    })
    expect(valueAt(load({ user: yaml(1001) }), key)).toEqual({ value: 1001, source: 'user' })
  })

  it('reports every problem of every layer at once, each with its line', () => {
    const outcome = load({
      project:
        'context:\n  map:\n    depth: 11\n    token_budget: many\n    depht: 3\n  pack:\n    ast_weight: -1\nextra: true\n',
      environment: { REPO_SCAN_MODE: 'sometimes' },
      flags: ['context.map.depth=0', 'nonsense=1', 'context.scan.mode'],
    })
    expect(problemsOf(outcome)).toEqual([
      '--set context.map.depth=0 context.map.depth',
      '--set nonsense=1 nonsense',
      '--set context.scan.mode context.scan.mode',
      '$REPO_SCAN_MODE context.scan.mode',
      'config.yaml:3:5 context.map.depth',
      'config.yaml:4:5 context.map.token_budget',
      'config.yaml:5:5 context.map.depht',
      'config.yaml:7:5 context.pack.ast_weight',
      'config.yaml:8:1 extra',
    ])
    const problems = outcome.kind === 'invalid' ? outcome.problems : []
    expect(problems.find(({ key }) => key === 'context.map.depht')?.message).toContain('`depth`')
  })

  it.each([
    ['an unclosed bracket', 'context: [\n', /config\.yaml:\d+:\d+/],
    ['a duplicate key', 'context: {}\ncontext: {}\n', /config\.yaml:2:1/],
    ['a list', '- one\n', /config\.yaml:1:1/],
    ['plain text', 'hello\n', /config\.yaml:1:1/],
  ])('says where %s is', (_name, yaml, where) => {
    const outcome = load({ project: yaml })
    expect(outcome.kind === 'invalid' && outcome.problems[0]?.where).toMatch(where)
  })

  it.each([
    '',
    '# only a comment\n',
    'context:\n',
    'context:\n  map:\n',
    '\ufeffcontext: {}\n',
    '---\ncontext: {}\n',
  ])('takes an empty file for defaults: %j', (yaml) => {
    expect(load({ project: yaml }).kind).toBe('valid')
  })

  it('reports what is wrong above a syntax error together with it', () => {
    const project = 'context:\n  map:\n    depth: 99\n    dept: 1\nother: [1, 2\nlast: 3\n'
    expect(problemsOf(load({ project }))).toEqual([
      'config.yaml:3:5 context.map.depth',
      'config.yaml:4:5 context.map.dept',
      'config.yaml:5:1 other',
      'config.yaml:6:1 ',
    ])
  })

  it('accepts every number in range and refuses every other, for every numeric key', () => {
    const numeric = configKeys.filter(({ schema }) => schema.type === 'integer' || schema.type === 'number')
    fc.assert(
      fc.property(
        fc.constantFrom(...numeric),
        fc.integer({ min: -20_000_000, max: 20_000_000 }),
        (key, value) => {
          const { minimum = -Infinity, maximum = Infinity } = key.schema
          const outcome = loadConfig(
            { cwd: '/nowhere', root: '/nowhere', home: '/nowhere', environment: {} },
            [`${key.name}=${value}`],
          )
          expect(outcome.kind).toBe(value >= minimum && value <= maximum ? 'valid' : 'invalid')
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('as the built program', () => {
  it('runs nothing on a bad file, and says so with exit code 2', () => {
    const { home, project } = scratch()
    write(join(project, '.keel/config.yaml'), 'context:\n  map:\n    depth: 99\n  typo: 1\n')
    const ran = keel(['init'], { cwd: project, home })
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('config.yaml:3:5: context.map.depth')
    expect(ran.stderr).toContain('config.yaml:4:3: context.typo')
    expect(keel(['config'], { cwd: project, home }).code).toBe(1)
    expect(keel(['doctor'], { cwd: project, home }).code).toBe(1)
  })

  it('loads .env from the working directory, and lets the real environment win', () => {
    const { home, project } = scratch()
    write(join(project, '.env'), 'CONTEXT_PACKAGE_TOKEN_BUDGET=4321\nREPO_SCAN_INTERVAL=7\n')
    const ran = keel(['config', '--json'], { cwd: project, home, environment: { REPO_SCAN_INTERVAL: '9' } })
    const values: { key: string; value: unknown }[] = JSON.parse(ran.stdout).values
    expect(values.find(({ key }) => key === 'context.pack.token_budget')?.value).toBe(4321)
    expect(values.find(({ key }) => key === 'context.scan.interval')?.value).toBe(9)
    expect(ran.stderr).toBe('')
  })

  it('explains where each value came from', () => {
    const { home, project } = scratch()
    write(join(project, '.keel/config.yaml'), 'context:\n  map:\n    depth: 2\n')
    const { stdout } = keel(['config', '--explain', '--set', 'context.scan.mode=full'], {
      cwd: project,
      home,
    })
    expect(stdout).toMatch(/context\.map\.depth\s+2\s+project .*config\.yaml:3/)
    expect(stdout).toMatch(/context\.scan\.mode\s+"full"\s+flag/)
    expect(stdout).toMatch(/context\.map\.token_budget\s+1500\s+default/)
  })
})
