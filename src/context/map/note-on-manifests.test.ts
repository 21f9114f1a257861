import { expect, it } from 'vitest'
import { noteOnManifests } from './note-on-manifests.ts'
import { describeStructure } from './structure/describe-structure.ts'

function noteOn(files: Readonly<Record<string, string>>): string[] {
  const listed = Object.keys(files).map((path) => ({ path }))
  return noteOnManifests(describeStructure({ files: listed, read: (path) => files[path] ?? null }))
}

it('names manifests that are broken, the outer ones first, and what is wrong with them', () => {
  const broken = '{ "name": "shop", '
  expect(noteOn({ 'package.json': broken, 'web/package.json': '{}', 'go.mod': 'go 1.24\n' })).toEqual([
    expect.stringMatching(
      /^> Not read, and what it says is missing: `go\.mod` \(names no module\), `package\.json` \(.+\)\.$/,
    ),
  ])
  const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}/package.json`, broken]))
  expect(noteOn(many).join()).toMatch(
    /^> .*`a\/package\.json` \(.*`c\/package\.json` \([^)]*\) and 2 more\.$/,
  )
})

it('says nothing where all are read, and nothing of what tests are run on', () => {
  expect(noteOn({ 'package.json': '{}', 'test/fixtures/package.json': '{' })).toEqual([])
})
