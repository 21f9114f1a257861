/**
 * The symbols of a tree, the most needed first, as the map would take them; with --score, how many of those that maintainers
 * would name (maintainers.json) are among the first.
 *
 *   npm run build && node bench/map/top.mjs <folder> [--count 20]
 *   node bench/map/top.mjs --score keel=. django=<folder> prometheus=<folder> …
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadProgram } from './load-program.mjs'

const words = process.argv.slice(2)
const depths = [20, 50, 100]

const { rankTree } = await loadProgram(`
  import { buildGraph } from './src/context/code/graph/build-graph.ts'
  import { rankSymbols } from './src/context/code/rank/rank-symbols.ts'
  import { chooseSymbols } from './src/context/map/symbols/choose-symbols.ts'
  export async function rankTree(root) {
    const { files, read } = await readTree(root)
    const ranking = rankSymbols({ files, edges: buildGraph(files, read), focus: new Set() })
    if (ranking.kind === 'failed') throw new Error(ranking.because)
    return chooseSymbols(files, ranking).map(({ path, definition: { name } }) => ({ path, name }))
  }`)
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
