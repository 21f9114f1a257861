import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileOfTree } from '#context/code/file-of-tree.ts'
import { loadTokenCounter } from '#kit/tokens.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { makeMap } from './make-map.ts'
import type { MapRequest } from './map-request.ts'

/** More than a small map has room for, each needed by the next. What is changed needs none: who needs whom stays as it is. */
const CHANGED = 'src/part30.ts'
const FILES = Array.from({ length: 60 }, (_, place) => ({
  path: `src/part${place}.ts`,
  text: `import { make${place - 1} } from './part${place - 1}.ts'\n\n/** Makes part ${place}. */\nexport function make${place}() {\n  return make${place - 1}()\n}\n`,
}))

/** What somebody may do to a file that others need. */
const edit = fc.oneof(
  fc.nat().map((value) => (text: string) => text.replace(/return .*/, `return ${value}`)),
  fc.nat().map((value) => (text: string) => `${text}\nfunction own${value}() {\n  return ${value}\n}\n`),
  fc.nat().map((value) => (text: string) => `// ${value}\n${text}`),
  fc
    .constantFrom('first', 'second')
    .map((word) => (text: string) => text.replace(/Makes.*/, `Makes the ${word}. */`)),
)

function request(root: string, cache: string | null): MapRequest {
  return {
    root,
    cache,
    tokens: 300,
    depth: 2,
    codeIntelligence: true,
    focus: [],
    health: null,
    version: '0.0.0',
    exclude: { name: '', load: async () => () => false },
    loadTokenCounter,
  }
}

it('a text that is given a new stamp is the one that would be drawn, whatever was done to a file', async () => {
  const { project: root, base } = scratch()
  const cache = join(base, 'cache')
  for (const { path, text } of FILES) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), path === CHANGED ? text.replace(/return .*/, 'return 0') : text)
  }
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      cwd: root,
      stdio: 'ignore',
    })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'first')
  await makeMap(request(root, cache))
  const file = join(root, CHANGED)
  const texts = fileOfTree(cache, { kind: 'texts', root })
  const kept = () => (existsSync(texts) ? readFileSync(texts, 'utf8') : '')
  const tryOne = async (change: (text: string) => string) => {
    const before = kept()
    writeFileSync(file, change(readFileSync(file, 'utf8')))
    const { parsed: _, ...drawn } = await makeMap(request(root, cache))
    const { parsed: __, ...anew } = await makeMap(request(root, null))
    expect(drawn).toEqual(anew)
    return before !== '' && kept() === before
  }
  await fc.assert(
    fc.asyncProperty(edit, async (change) => void (await tryOne(change))),
    { numRuns: 12, endOnFailure: true },
  )
  const isRecalled: boolean[] = []
  for (let value = 0; value < 12; value += 1)
    isRecalled.push(await tryOne((text) => text.replace(/return .*/, `return ${1000 + value}`)))
  // The first may be the first on its ground.
  expect(isRecalled.slice(1)).toEqual(Array(11).fill(true))
})
