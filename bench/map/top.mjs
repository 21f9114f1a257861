/**
 * The symbols of a tree, the most needed first, as the map would take them; with --score, how many of those that maintainers
 * would name (maintainers.json) are among the first.
 *
 *   npm run build && node bench/map/top.mjs <folder> [--count 20]
 *   node bench/map/top.mjs --score keel=. django=<folder> prometheus=<folder> …
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { queryText } from '../../scripts/text-data.mjs'

const root = join(import.meta.dirname, '../..')
const words = process.argv.slice(2)
const depths = [20, 50, 100]

const { rankTree } = await loadProgram()
if (words[0] === '--score') await score(words.slice(1))
else await show(words[0] ?? '.', Number(words[words.indexOf('--count') + 1]) || 20)

async function show(folder, count) {
  const symbols = await rankTree(resolve(folder))
  for (const [place, { path, name }] of symbols.slice(0, count).entries())
    console.log(`${String(place + 1).padStart(3)}  ${name.padEnd(32)} ${path}`)
}

async function score(trees) {
  const named = JSON.parse(readFileSync(join(import.meta.dirname, 'maintainers.json'), 'utf8'))
  console.log(`| repository | named | ${depths.map((depth) => `in the first ${depth}`).join(' | ')} |`)
  console.log(`|---|--:|${depths.map(() => '--:|').join('')}`)
  for (const tree of trees) {
    const [repository, folder] = tree.split('=')
    const wanted = named.find((list) => list.repository === repository).symbols
    const symbols = await rankTree(resolve(folder))
    const hits = depths.map((depth) => {
      const first = symbols.slice(0, depth)
      return wanted.filter((wish) => first.some((symbol) => isMeant(wish, symbol))).length
    })
    console.log(`| ${repository} | ${wanted.length} | ${hits.join(' | ')} |`)
  }
}

function isMeant(wish, { name, path }) {
  return wish.name === name && (wish.in.length === 0 || wish.in.some((place) => path.startsWith(place)))
}

/** The ranking is no part of the library: it is bundled here, as the program has it. */
async function loadProgram() {
  const contents = `
    import { readFileSync } from 'node:fs'
    import { join } from 'node:path'
    import { buildGraph } from './src/context/code/graph/build-graph.ts'
    import { rankSymbols } from './src/context/code/rank/rank-symbols.ts'
    import { readCode } from './src/context/code/read-code.ts'
    import { listTree } from './src/context/code/walk/list-tree.ts'
    import { chooseSymbols } from './src/context/map/symbols/choose-symbols.ts'
    export async function rankTree(root) {
      const tree = await listTree(root)
      const program = ${JSON.stringify(join(root, 'dist/parse-worker.js'))}
      const grammars = ${JSON.stringify(join(root, 'dist/grammars'))}
      const cache = ${JSON.stringify(join(tmpdir(), 'keel-bench-map'))}
      const { files } = await readCode({ root, tree, cache, program, grammars, threads: 2 })
      const read = (path) => { try { return readFileSync(join(root, path), 'utf8') } catch { return null } }
      const ranking = rankSymbols({ files, edges: buildGraph(files, read), focus: new Set() })
      if (ranking.kind === 'failed') throw new Error(ranking.because)
      return chooseSymbols(files, ranking).map(({ path, definition: { name }, score }) => ({ path, name, score }))
    }`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    conditions: ['keel-source'],
    mainFields: ['module', 'main'],
    loader: queryText,
    banner: {
      js: "import { createRequire as openRequire } from 'node:module'; const require = openRequire(import.meta.url);",
    },
  })
  // Beside the program, which finds its own files from there.
  const file = join(root, `dist/bench-top-${process.pid}.mjs`)
  writeFileSync(file, outputFiles[0].contents)
  process.on('exit', () => rmSync(file, { force: true }))
  return import(pathToFileURL(file).href)
}
