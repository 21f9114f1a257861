import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeSince } from './describe-since.ts'
import { describeStructure, describeWithGround } from './describe-structure.ts'
import { packKinds, unpackKinds } from './files/pack-kinds.ts'

const FOLDERS =
  ' src src/shop src/shop/test lib lib/core test tests tests/fixtures e2e src/__tests__ docs cmd/shop app exe src/gen vendor/x .github/workflows scripts packages/a packages/b/src src/main/java/org/shop src/test/java/org/shop deep/er/than/three'.split(
    ' ',
  )
const NAMES =
  'a.py b.py __init__.py test_a.py c.ts d.ts index.ts a.js main.go x.go a.rs lib.rs build.sh run.sh README.md guide.md notes.txt requirements.txt package.json Cargo.toml pyproject.toml Makefile a.h b.c c.cpp A.java ShopApplication.java ATest.java shop.csproj 0001_start.py 0002_more.py LICENSE a.sql data.json x.css build.gradle.kts settings.gradle.kts .editorconfig manage.py wsgi.py a.po b'.split(
    ' ',
  )
const TEXTS: Readonly<Record<string, string>> = {
  'package.json':
    '{ "name": "shop", "type": "module", "main": "dist/index.js", "scripts": { "test": "vitest" } }',
  'packages/a/package.json': '{ "name": "a", "main": "dist/c.js" }',
  'pyproject.toml': '[project]\nname = "shop"\ndependencies = ["django"]\n',
  'README.md': '# Shop\n\nSells what people want to buy.\n\n    ./scripts/run.sh\n',
  'src/shop/README.md': '# Shop\n\nIs the part of it that sells things.\n',
  'app/wsgi.py': 'application = None\n',
  'src/a.rs': '#[test]\nfn a() {}\n',
}
const read = (path: string) => TEXTS[path] ?? ''

const path = (folders: readonly string[], names: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.constantFrom(...folders), names)
    .map(([folder, name]) => (folder === '' ? name : `${folder}/${name}`))
const plain = path(
  ['src', 'src/shop', 'lib/core', 'e2e', 'tests', 'deep/er/than/three'],
  fc
    .tuple(fc.constantFrom('.py', '.ts', '.java', '.test.ts', '_bench.py', 'Test.java', ''), fc.nat(9))
    .map(([end, at]) => `m${at}${end}`),
)
const any = fc.oneof(
  path(FOLDERS, fc.constantFrom(...NAMES)),
  // Of most files there are others like them.
  { arbitrary: plain, weight: 3 },
)
const tree = fc.uniqueArray(any, { minLength: 1, maxLength: 150, size: 'max' })
const moves = fc.record({
  come: fc.uniqueArray(any, { maxLength: 3 }),
  goneAt: fc.array(fc.nat(), { maxLength: 3 }),
})

it('is null, or what it would be if all were described anew, whatever comes and goes', () => {
  let told = 0
  fc.assert(
    fc.property(tree, moves, (before, { come, goneAt }) => {
      const leaving = new Set(goneAt.map((at) => before[at % before.length] ?? ''))
      const coming = come.filter((one) => !before.includes(one))
      const now = [...before.filter((one) => !leaving.has(one)), ...coming].sort()
      const structure = since({ before, now, coming, leaving: [...leaving] })
      if (structure === null || leaving.size + coming.length === 0) return
      told += 1
      expect(structure).toEqual(describeStructure({ files: listed(now), read }))
    }),
    { numRuns: 1500 },
  )
  expect(told).toBeGreaterThan(150)
})

it('tells of a file more where there are others like it, and of one less', () => {
  const before = ['package.json', 'src/a.ts', 'src/b.ts', 'src/shop/c.ts', 'src/shop/d.ts']
  const more = [...before, 'src/shop/e.ts']
  const described = since({ before, now: more, coming: ['src/shop/e.ts'], leaving: [] })
  expect(described).toEqual(describeStructure({ files: listed(more), read }))
  expect(described?.tree.files).toBe(6)
  // The first of its kind, and counted alone.
  const bench = [...before, 'src/shop/e.bench.ts']
  expect(since({ before, now: bench, coming: ['src/shop/e.bench.ts'], leaving: [] })).toEqual(
    describeStructure({ files: listed(bench), read }),
  )
  expect(since({ before: more, now: before, coming: [], leaving: ['src/shop/e.ts'] })?.tree.files).toBe(5)
})

it('tells nothing of what is asked for by its name, or is the first of its kind where it lies', () => {
  const before = ['package.json', 'src/a.ts', 'src/b.ts', 'src/test_a.py']
  for (const one of [
    'Cargo.toml',
    'src/main.go',
    'src/test_b.py',
    'lib/a_bench.py',
    'src/a.py',
    'lib/a.ts',
    'src/index.ts',
  ])
    expect(since({ before, now: [...before, one], coming: [one], leaving: [] })).toBeNull()
})

type Moved = {
  readonly before: readonly string[]
  readonly now: readonly string[]
  readonly coming: readonly string[]
  readonly leaving: readonly string[]
}

function since({ before, now, coming, leaving }: Moved) {
  const { structure, ground } = describeWithGround({ files: listed(before), read })
  const packed = packKinds(ground.kinds)
  const kinds = packed === null ? [] : unpackKinds(JSON.parse(JSON.stringify(packed)))
  const [files, come, gone] = [now, coming, leaving].map(listed)
  return describeSince(
    { files: files ?? [], come: come ?? [], gone: gone ?? [], read, depth: 3 },
    { structure, ground: { ...ground, kinds } },
  )
}

function listed(paths: readonly string[]) {
  return paths.toSorted().map((one) => ({ path: one }))
}
