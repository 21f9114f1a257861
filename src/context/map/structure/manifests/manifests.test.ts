import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manifestKindOf, manifestKinds } from './all.ts'
import type { ManifestFacts } from './manifest.ts'

const FIXTURES = join(import.meta.dirname, '../../../../../test/fixtures/manifests')

function read(path: string, text: string): ManifestFacts {
  const kind = manifestKindOf(path)
  if (kind === null) throw new Error(`nobody reads ${path}`)
  return kind.read(path, text)
}

/** Facts as lines that a person can check against the sample. */
function lines(facts: ManifestFacts): string[] {
  const { ecosystem, module, packageManager, workspace, moduleSystem } = facts
  return [
    ...(ecosystem === undefined ? [] : [`ecosystem ${ecosystem}`]),
    ...(module === undefined ? [] : [`${module.kind} ${module.name}: ${module.description}`]),
    ...(packageManager === undefined ? [] : [`managed by ${packageManager}`]),
    ...(facts.dependencies ?? []).map((name) => `needs ${name}`),
    ...(facts.runtimes ?? []).map(({ name, version }) => `on ${name} ${version}`),
    ...(facts.offers ?? []).map(
      ({ purpose, line, via, isCustom }) =>
        `${purpose}: ${line}${via === undefined ? '' : ` via ${via}`}${isCustom === true ? ' by custom' : ''}`,
    ),
    ...(facts.ci ?? []).map(({ line, folder }) => `ci in ${folder === '' ? 'the root' : folder}: ${line}`),
    ...(facts.entryPoints ?? []).map(({ kind, name, target }) => `${kind} ${name} at ${target}`),
    ...(workspace === undefined ? [] : [`${workspace.name}: ${workspace.members.join(', ')}`]),
    ...(facts.tools ?? []).map(({ name, use }) => `${name} to ${use}`),
    ...(moduleSystem === undefined ? [] : [moduleSystem]),
    ...(facts.indentation ?? []).map(({ files, style, width }) => `${files} by ${width} ${style}`),
    ...(facts.problems ?? []).map((problem) => `problem: ${problem}`),
  ]
}

/** A folder a sample: the file where it would lie in a repository, and what is expected of it. */
const samples = readdirSync(FIXTURES).map((folder) => {
  const entries = readdirSync(join(FIXTURES, folder), { recursive: true, withFileTypes: true })
  const file = entries.find((entry) => entry.isFile() && entry.name !== 'expected.txt')
  if (file === undefined) throw new Error(`no sample in ${folder}`)
  const path = relative(join(FIXTURES, folder), join(file.parentPath, file.name)).replaceAll(sep, '/')
  return { folder, path, text: readFileSync(join(FIXTURES, folder, path), 'utf8') }
})

describe('a manifest', () => {
  it.each(samples)('is read for what it says: $path', ({ folder, path, text }) => {
    const expected = join(FIXTURES, folder, 'expected.txt')
    const found = `${lines(read(path, text)).join('\n')}\n`
    // Written by `KEEL_WRITE=1`, and then read by a person, line by line.
    if (process.env['KEEL_WRITE'] === '1') writeFileSync(expected, found)
    expect(found).toBe(readFileSync(expected, 'utf8'))
  })

  it('of each kind has a sample', () => {
    const seen = samples.map(({ path }) => manifestKindOf(path))
    expect(manifestKinds.filter((kind) => !seen.includes(kind))).toEqual([])
  })

  it.each([
    ['package.json', '{ "name": "x",, }', 'is not valid JSON, line 1'],
    ['package.json', '[]', 'holds no table of JSON'],
    ['pyproject.toml', '[project]\nname = ', 'is not valid TOML, line 2'],
    ['.github/workflows/a.yml', 'jobs:\n  a: [', 'is not valid YAML, line 2'],
    ['.gitlab-ci.yml', 'a: '.padEnd(300, '['), 'is nested too deeply'],
    ['.gitlab-ci.yml', '- '.repeat(5000), 'is nested too deeply'],
    ['.gitlab-ci.yml', '# long\n'.repeat(20_000), 'is too large for YAML'],
    ['pom.xml', 'not xml', 'is no Maven project'],
    ['a.csproj', '<Nothing/>', 'is no project of MSBuild'],
    ['go.mod', 'go 1.24\n', 'names no module'],
  ])('that is broken says so, where, and without quoting itself: %s %j', (path, text, problem) => {
    expect(read(path, text).problems).toEqual([problem])
  })

  it('of Go that is empty, as one is that keeps a folder out of the module around it, says nothing', () => {
    expect(read('x/go.mod', '// not for the module above\n\n')).toEqual({})
  })

  it('never makes its reader throw, whatever is in it', () => {
    const pieces = samples.flatMap(({ text }) => text.split(/(?=[\n{[<"'=:])/))
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join('')),
      fc.json(),
    )
    fc.assert(
      fc.property(fc.constantFrom(...samples), text, fc.nat(), ({ path, text: whole }, some, at) => {
        const cut = at % (whole.length + 1)
        for (const candidate of [
          some,
          whole.slice(0, cut),
          `${whole.slice(0, cut)}${some}${whole.slice(cut)}`,
        ])
          expect(read(path, candidate)).toBeTypeOf('object')
      }),
      { numRuns: 400 },
    )
  })

  it('of walls of text is read to the end', () => {
    const walls = [
      '[',
      '{',
      '<a>',
      '<',
      ' ',
      '\n',
      'a:',
      '- ',
      '"',
      '\\\n',
      'include "a" ',
      '&',
      '*a ',
      '{"a":',
      'a = [',
      '/*',
      "'''",
      '::',
      'a b ',
    ]
    for (const { path } of samples) {
      for (const wall of walls) expect(read(path, wall.repeat(8000 / wall.length))).toBeTypeOf('object')
    }
  })

  it('lends no value of a variable and no password to the facts', () => {
    const secret = /hunter2|abc|not-a-target|user:/
    const said = samples.filter(({ text }) => secret.test(text)).map(({ path, text }) => read(path, text))
    expect(said).toHaveLength(4)
    expect(JSON.stringify(said)).not.toMatch(secret)
  })
})
