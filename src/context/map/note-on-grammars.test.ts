import { expect, it } from 'vitest'
import { noteOnGrammars } from './note-on-grammars.ts'
import { describeStructure } from './structure/describe-structure.ts'

function noteOn(paths: readonly string[]): string[] {
  const files = paths.map((path) => ({ path }))
  return noteOnGrammars({ files, structure: describeStructure({ files, read: () => null }) })
}

it('says which language of most of the code has no grammar, and how much that is', () => {
  expect(noteOn(['lib/paths.bzl', 'lib/sets.bzl', 'lib/types.bzl', 'lib/make.sh'])).toEqual([
    '> No grammar for Starlark (75% of the code): its symbols are missing.',
  ])
  expect(noteOn(['src/a.hs', 'src/b.jl'])).toEqual([
    '> No grammar for Haskell (50% of the code), Julia (50% of the code): their symbols are missing.',
  ])
})

it('says nothing of a language that is parsed, nor of a small part', () => {
  expect(noteOn(['src/a.ts', 'src/b.ts', 'src/c.ts', 'tools/one.bzl'])).toEqual([])
  expect(noteOn([])).toEqual([])
})
