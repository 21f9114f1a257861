import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratch } from '../contracts/program.ts'

const root = join(import.meta.dirname, '../..')
const run = (cwd: string, program: string, ...words: string[]) =>
  execFileSync(program, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

const CONSUMER = `
import { writeFileSync } from 'node:fs'
import { type Definition, diffFolder, type HostContext, type MapDiff, mapFolder, readFolder, type RepositoryMap, type SectionOutcome, verbs } from 'keel'
import { loadConfig } from 'keel/config'
import { startScriptedModel } from 'keel/scripted-model'
import { removeSection, upsertSection } from 'keel/sections'

const root = process.argv[2] ?? ''
const outcome: SectionOutcome = upsertSection({ root, path: 'AGENTS.md' }, { version: 1, content: 'Facts.' })
const removed: 'removed' | 'unchanged' | 'conflict' = removeSection({ root, path: 'AGENTS.md' }).kind
const config = loadConfig({ cwd: root, root, home: root, environment: {} })
// @ts-expect-error a conflict is an outcome, not a boolean
const wrong: boolean = outcome.kind
const hosts: readonly HostContext[] = []
const model = await startScriptedModel({ scenario: { lanes: [{ name: 'main', steps: [{ text: 'Hello.' }] }] } })
const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] })
const said: string = await (await fetch(\`\${model.url}/v1/chat/completions\`, { method: 'POST', body })).text()
await model.close()
const code = \`\${root}/code\`
const map: RepositoryMap = await mapFolder(code, { tokens: 500 })
const places = { cache: \`\${root}/cache\`, output: \`\${root}/map.md\` }
await mapFolder(code, places)
writeFileSync(\`\${code}/b.ts\`, 'export function later(): void {}\\n')
const diff: MapDiff | null = await diffFolder(code, places)
const { files, edges, symbols } = await readFolder(code)
const found: readonly Definition[] = files.flatMap(({ tags }) => tags.definitions)
const engine = {
  hasSymbol: map.text.includes('function first'),
  diff: diff?.symbols.map(({ change, name }) => change + ' ' + name),
  definitions: found.map(({ name }) => name),
  edges: [...edges()].map(({ from, to, name }) => from + ' ' + to + ' ' + name),
  most: symbols[0]?.definition.name,
}
console.log(JSON.stringify({ engine, kind: outcome.kind, removed, config: config.kind, verb: verbs.init.name, hosts, wrong, said: said.includes('Hello.') }))
`

it('the packed package installs as a program and as a typed library', { timeout: 120_000 }, () => {
  const { base, project, home } = scratch()
  const [packed] = JSON.parse(
    run(root, 'npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', base),
  )
  const names: string[] = packed.files.map(({ path }: { path: string }) => path)
  expect(names).toEqual(
    expect.arrayContaining([
      'dist/bin.cjs',
      'dist/help.json',
      'templates/runloop.md',
      'LICENSE',
      'README.md',
    ]),
  )
  expect(names.filter((name) => /^(src|test|scripts|bench)\//.test(name))).toEqual([])

  mkdirSync(join(project, 'node_modules/keel'), { recursive: true })
  run(project, 'tar', 'xzf', join(base, packed.filename), '-C', 'node_modules/keel', '--strip-components=1')
  for (const name of ['zod', '@types'])
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name))
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  writeFileSync(join(project, 'consumer.ts'), CONSUMER)
  const options = [
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
    '--skipLibCheck',
    'false',
  ]
  run(project, process.execPath, join(root, 'node_modules/typescript/bin/tsc'), ...options, 'consumer.ts')
  mkdirSync(join(home, 'code'))
  writeFileSync(join(home, 'code/a.ts'), 'export function first(): void {}\n')
  writeFileSync(join(home, 'code/use.ts'), "import { first } from './a.ts'\nfirst()\n")
  const answer = JSON.parse(run(project, process.execPath, 'consumer.js', home))
  expect(answer).toEqual({
    engine: {
      hasSymbol: true,
      diff: ['added later'],
      definitions: ['first', 'later'],
      edges: expect.arrayContaining(['use.ts a.ts first']),
      most: 'first',
    },
    kind: 'created',
    removed: 'removed',
    config: 'valid',
    verb: 'init',
    hosts: [],
    wrong: 'created',
    said: true,
  })

  expect(run(project, process.execPath, 'node_modules/keel/dist/bin.cjs', 'init', '--dry-run')).toContain(
    'dry run',
  )
})

it('every grammar is named with its licence and those whose it is', () => {
  const parts = readFileSync(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8').split(
    `\n${'-'.repeat(80)}\n\n`,
  )
  const grammars = readdirSync(join(root, 'dist/grammars')).filter((file) => file !== 'web-tree-sitter.wasm')
  expect(grammars.length).toBeGreaterThan(15)
  for (const grammar of grammars) {
    const name = grammar.replace('.wasm', '').replaceAll('_', '-').replace(/tsx$/, 'typescript')
    const part = parts.find(
      (one) => one.startsWith(`${name}\n`) || one.startsWith(`@tree-sitter-grammars/${name}\n`),
    )
    expect(part, name).toMatch(
      /Copyright \(c\) \d{4}.*Permission is hereby granted|Apache License\s+Version 2\.0/s,
    )
  }
})
