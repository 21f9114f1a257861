import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageFile } from '#kit/package-file.ts'
import { languageOf, languages } from './languages/all.ts'
import { type Parsers, startParsing } from './parse/start-parsing.ts'
import type { Tags } from './tags.ts'

const FIXTURES = join(import.meta.dirname, '../../../test/fixtures/code')
let parsers: Promise<Parsers> | null = null

/** Each tag as a line that a person can check against the sample. */
function lines({ definitions, references, imports, module }: Tags): string[] {
  return [
    ...(module === null ? [] : [`module ${module}`]),
    ...imports.map(({ specifier, names, line }) => [`${line} import ${specifier}`, ...names].join(' ')),
    ...definitions.map(({ name, kind, line, endLine, signature, doc, exported, parent, holder }) =>
      [
        `${line}-${endLine} ${exported ? 'exported ' : ''}${kind} ${name}`,
        ...(parent === null ? [] : [`in ${definitions[parent]?.name}`]),
        ...(holder === undefined ? [] : [`of ${holder}`]),
        `: ${signature}`,
        ...(doc === null ? [] : [`-- ${doc}`]),
      ].join(' '),
    ),
    ...references.map(
      ({ name, kind, isMember, lines: at }) => `${at.join(',')} ${kind} ${isMember ? '.' : ''}${name}`,
    ),
  ]
}

describe('a language', () => {
  for (const language of languages) {
    it(`has its definitions, references and imports found: ${language.name}`, async () => {
      const folder = join(FIXTURES, language.grammar)
      const sample = readdirSync(folder).find((name) => languageOf(name) === language)
      if (sample === undefined) throw new Error(`no sample of ${language.name} in ${folder}`)
      const source = readFileSync(join(folder, sample), 'utf8')
      parsers ??= startParsing({ grammars: packageFile('dist/grammars') })
      const parse = await (await parsers)(language)
      const outcome = parse?.({ source, limitMs: 10_000 })()
      if (outcome?.kind !== 'parsed') throw new Error('it took too long')
      const expected = join(folder, 'expected.txt')
      const found = `${lines(outcome.tags).join('\n')}\n`
      // Written by `KEEL_WRITE=1`, and then read by a person, line by line.
      if (process.env['KEEL_WRITE'] === '1') writeFileSync(expected, found)
      expect(outcome.hasErrors).toBe(false)
      expect(found).toBe(readFileSync(expected, 'utf8'))
    })
  }
})
