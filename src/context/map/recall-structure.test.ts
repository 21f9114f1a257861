import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sha256 } from '#kit/sha256.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { recallStructure } from './recall-structure.ts'
import { describeStructure } from './structure/describe-structure.ts'

type Files = Readonly<Record<string, string>>

async function look(files: Files, { root, cache }: { root: string; cache: string | null }) {
  const asked: string[] = []
  const listed = Object.keys(files)
    .sort()
    .map((path) => ({ path, blob: sha256(files[path] ?? '') }))
  const read = (path: string) => {
    asked.push(path)
    return files[path] ?? null
  }
  const about = { files: listed, read, subjects: [], depth: 3 }
  const { structure } = await recallStructure({ ...about, root, cache, hasMoved: () => false })
  const again = [...asked]
  return { structure, anew: describeStructure(about), asked: again }
}

it('reads no manifest again that says what it said, whichever files come and go', async () => {
  const { project: root, base } = scratch()
  const place = { root, cache: join(base, 'cache') }
  const files = {
    'package.json': '{ "name": "shop", "scripts": { "test": "vitest" } }',
    Makefile: 'lint:\n\techo\n',
    'src/a.ts': '',
  }
  const first = await look(files, place)
  expect(first.asked).toContain('package.json')
  const more = await look({ ...files, 'src/b.ts': '', justfile: 'build:\n  echo\n' }, place)
  expect(more.asked).toContain('justfile')
  expect(more.asked).not.toContain('package.json')
  expect(more.structure).toEqual(more.anew)
  const other = await look(
    { ...files, 'package.json': files['package.json'].replace('"test"', '"build"') },
    place,
  )
  expect(other.asked).toContain('package.json')
  expect(other.asked).not.toContain('Makefile')
  expect(other.structure).toEqual(other.anew)
  expect(other.structure).not.toEqual(first.structure)
})

it('reads one again that was not understood', async () => {
  const { project: root, base } = scratch()
  const place = { root, cache: join(base, 'cache') }
  const files = { 'package.json': '{ "name": ' }
  expect((await look(files, place)).asked).toContain('package.json')
  const { asked, structure, anew } = await look({ ...files, 'a.ts': '' }, place)
  expect(asked).toContain('package.json')
  expect(structure).toEqual(anew)
})

it('is what it would be anew, whatever comes, goes and changes one after the other', async () => {
  const { project: root, base } = scratch()
  const place = { root, cache: join(base, 'cache') }
  const files: Record<string, string> = {
    'package.json': '{ "name": "shop", "main": "dist/shop/index.js" }',
    'src/a.ts': '',
    'src/shop/a.ts': '',
    'src/shop/b.ts': '',
    'src/shop/README.md': 'Sells what people want to buy.\n',
  }
  const first = await look(files, place)
  const steps: Record<string, string>[] = [
    { ...files, 'src/shop/c.ts': '' },
    { ...files, 'src/shop/c.ts': '', 'src/shop/c.test.ts': '' },
    { ...files, 'src/shop/c.test.ts': '', 'src/shop/README.md': 'Sells what nobody wants to buy.\n' },
    { ...files, 'src/shop/index.ts': '' },
    { ...files, 'src/shop/d.ts': '', 'package.json': '{ "name": "fair" }' },
    files,
  ]
  for (const step of steps) {
    const { structure, anew } = await look(step, place)
    expect(structure).toEqual(anew)
  }
  expect((await look(files, place)).structure).toEqual(first.structure)
})
