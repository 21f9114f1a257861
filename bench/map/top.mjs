/**
 * The symbols of a tree, the most needed first, as the map would take them; with --score, how many of those that maintainers
 * would name (maintainers.json) are among the first.
 *
 *   npm run build && node bench/map/top.mjs <folder> [--count 20]
 *   node bench/map/top.mjs --score keel=. django=<folder> prometheus=<folder> …
 *
 * With --by-name, ranked as repo maps commonly do: PageRank over files that are linked by names alone, with the weights of
 * Aider's map (long and compound names ten times, private ones and those of more than five definers a tenth, the root of the
 * number of references), and each file's rank handed to the names on its edges.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadProgram } from './load-program.mjs'

const isByName = process.argv.includes('--by-name')
const words = process.argv.slice(2).filter((word) => word !== '--by-name')
const depths = [20, 50, 100]

const { rankTree } = await loadProgram(`
  import { buildGraph } from './src/context/code/graph/build-graph.ts'
  import { rankSymbols } from './src/context/code/rank/rank-symbols.ts'
  import { chooseSymbols } from './src/context/map/symbols/choose-symbols.ts'
  import { pageRank } from './src/context/code/rank/page-rank.ts'
  export async function rankTree(root, isByName) {
    const { files, read } = await readTree(root)
    const graph = isByName ? null : buildGraph(files, read)
    const ranking = isByName ? rankByName(files, linkByName(files)) : rankSymbols({ ...graph, focus: new Set() })
    if (ranking.kind === 'failed') throw new Error(ranking.because)
    if (isByName) return ranking.symbols
    return chooseSymbols(graph, { ...ranking, count: 200 }).map(({ path, definition: { name } }) => ({ path, name }))
  }
  function linkByName(files) {
    const definers = new Map()
    for (const [place, { tags }] of files.entries())
      for (const name of new Set(tags.definitions.filter(({ kind }) => kind !== 'heading').map((one) => one.name)))
        definers.set(name, [...(definers.get(name) ?? []), place])
    return files.map(({ tags }, from) => {
      const counts = new Map()
      for (const { name, lines } of tags.references) counts.set(name, (counts.get(name) ?? 0) + lines.length)
      return [...counts].flatMap(([name, count]) => {
        const places = definers.get(name) ?? []
        const isCompound = /[a-z][A-Z]|[_-]/.test(name) && name.length >= 8
        const worth = (isCompound ? 10 : 1) * (name.startsWith('_') ? 0.1 : 1) * (places.length > 5 ? 0.1 : 1)
        return places.map((to) => ({ from, to, name, weight: worth * Math.sqrt(count) }))
      })
    })
  }
  function rankByName(files, rows) {
    const starts = new Uint32Array(files.length + 1)
    for (const [place, row] of rows.entries()) starts[place + 1] = starts[place] + row.length
    const flat = rows.flat()
    const ranking = pageRank(
      {
        nodes: files.length,
        starts,
        targets: Uint32Array.from(flat, ({ to }) => to),
        weights: Float64Array.from(flat, ({ weight }) => weight),
      },
      new Float64Array(files.length).fill(1),
    )
    if (ranking.kind === 'failed') return ranking
    const scores = new Map()
    for (const [place, row] of rows.entries()) {
      const out = row.reduce((sum, { weight }) => sum + weight, 0)
      for (const { to, name, weight } of row) {
        const key = to + ' ' + name
        scores.set(key, (scores.get(key) ?? 0) + (ranking.ranks[place] * weight) / out)
      }
    }
    const symbols = [...scores].sort(([, one], [, other]) => other - one).map(([key]) => ({
      path: files[Number(key.split(' ')[0])].path,
      name: key.slice(key.indexOf(' ') + 1),
    }))
    return { kind: 'ranked', symbols }
  }
`)
if (words[0] === '--score') await score(words.slice(1))
else await show(words[0] ?? '.', Number(words[words.indexOf('--count') + 1]) || 20)

async function show(folder, count) {
  const symbols = await rankTree(resolve(folder), isByName)
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
    const symbols = await rankTree(resolve(folder), isByName)
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
